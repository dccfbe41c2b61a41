/** The node of a value in its list, by which it is removed. */
export interface ListNode<T> {
  readonly value: T
}

interface Link<T> extends ListNode<T> {
  /** Without these two it has been removed. */
  elder: Link<T> | undefined
  younger: Link<T> | undefined
}

/**
 * Values in insertion order. For entries that come and go with every request a Set or Map is
 * expensive: V8 computes hashes, and rebuilds tables again and again. An old table keeps all its
 * entries and the next table alive until the next major garbage collection.
 */
export class LinkedList<T> {
  /** Before the first and behind the last. */
  readonly #ends: Link<T>
  #size = 0

  constructor() {
    const ends = { value: undefined as T, elder: undefined, younger: undefined } as Link<T>
    ends.elder = ends
    ends.younger = ends
    this.#ends = ends
  }

  get size(): number {
    return this.#size
  }

  /** The oldest. */
  get first(): ListNode<T> | undefined {
    return this.after(this.#ends)
  }

  /** The next one after another that is still in the list. */
  after(place: ListNode<T>): ListNode<T> | undefined {
    const next = (place as Link<T>).younger
    return next === this.#ends ? undefined : next
  }

  /** At the end. */
  add(value: T): ListNode<T> {
    const link: Link<T> = { value, elder: undefined, younger: undefined }
    this.#append(link)
    return link
  }

  /** @returns false when it was removed before. */
  remove(place: ListNode<T>): boolean {
    const link = place as Link<T>
    const { elder, younger } = link
    if (!elder || !younger) return false
    elder.younger = younger
    younger.elder = elder
    link.elder = undefined
    link.younger = undefined
    this.#size--
    return true
  }

  /** Behind all others. */
  moveToEnd(place: ListNode<T>): void {
    if (this.remove(place)) this.#append(place as Link<T>)
  }

  #append(link: Link<T>): void {
    const last = this.#ends.elder!
    link.elder = last
    link.younger = this.#ends
    last.younger = link
    this.#ends.elder = link
    this.#size++
  }
}
