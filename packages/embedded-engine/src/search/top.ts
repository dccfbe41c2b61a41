/**
 * The first `limit` of `count` things by a total order, in that order, without sorting all of them.
 * @param isBefore whether the thing numbered `a` comes before the one numbered `b`
 */
export function firstOf(
  count: number,
  limit: number,
  isBefore: (a: number, b: number) => boolean,
): number[] {
  const heap: number[] = [] // the last of those kept is on top
  if (limit === 0) return heap
  for (let i = 0; i < count; i++) {
    if (heap.length < limit) {
      heap.push(i)
      rise(heap, isBefore)
    } else if (isBefore(i, heap[0]!)) {
      heap[0] = i
      sink(heap, isBefore)
    }
  }
  return heap.sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

function rise(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  let at = heap.length - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(heap[parent]!, heap[at]!)) return
    swap(heap, at, parent)
    at = parent
  }
}

function sink(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1
    if (left >= heap.length) return
    const last = left + 1 < heap.length && isBefore(heap[left]!, heap[left + 1]!) ? left + 1 : left
    if (!isBefore(heap[at]!, heap[last]!)) return
    swap(heap, at, last)
    at = last
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}
