/** The mean of what tasks use follows about so many of them: one slow task is no trend. */
const meanOver = 16

/**
 * The tasks of an owner, or of a group of flows: hierarchical start-time fair queueing (SFQ: Goyal,
 * Vin and Cheng, 1996) of several tasks at once (SFQ(D): Jin, Chase and Kaur, 2004).
 *
 * A flow has a time of its own: what it has used, in milliseconds. Next is the flow whose time is
 * least. One that comes, or comes back, begins where the others are: what it has not used is no
 * credit, and what it has used counts less the further the others go on. What a task uses is known
 * when it ends; until then it is taken to be what those of its flow use on average.
 */
export class Flow<Task> {
  /** Number of its tasks that wait. */
  waiting = 0
  /** Of a group: its flows that wait, the next one first. */
  readonly line: Flow<Task>[] = []
  readonly #group: Flow<Task> | undefined
  /** Of an owner: the tasks that wait. */
  readonly #tasks: Task[] = []
  /** Of a group: its flows that are not idle. */
  readonly #active = new Set<Flow<Task>>()
  /** Of a group: the time at which a flow that comes begins. */
  #now = 0
  /** Its own time. */
  #time = 0
  #running = 0
  /** What its tasks use on average, in milliseconds; 0 before the first has ended. */
  #learnedMs = 0

  /** @param group What it belongs to; absent for the outermost. */
  constructor(group?: Flow<Task>) {
    this.#group = group
  }

  /** Whether none of its tasks runs or waits. */
  get isIdle(): boolean {
    return this.#running + this.waiting === 0
  }

  /** The next of the tasks that wait. */
  get next(): Task {
    return this.line[0]?.next ?? this.#tasks[0]!
  }

  /**
   * Whether it, or its group, is idle, and will still have used no more than the others on average
   * after a task, of which the first is trusted to be short.
   */
  get isOwed(): boolean {
    const group = this.#group!
    if (group.#group) return group.isOwed
    let used = 0
    for (const other of group.#active) used += other.#time
    const after = Math.max(this.#time, group.#now) + this.#learnedMs
    return this.isIdle && after * group.#active.size <= used
  }

  /** What is expected to be used before a further task of it can begin, in milliseconds. */
  get backlogMs(): number {
    return this.#before(this.waiting * this.#meanMs)
  }

  /** A task begins to wait. */
  join(task: Task): void {
    this.#tasks.push(task)
    this.#count(0, 1, 0)
  }

  /** A task leaves without having begun. */
  leave(task: Task): void {
    remove(this.#tasks, task)
    this.#count(0, -1, 0)
  }

  /**
   * A task begins. @param task One that has waited.
   * @returns what ends it, given what it has used, in milliseconds.
   */
  begin(task?: Task): (ms: number) => void {
    const meanMs = this.#meanMs
    if (task) remove(this.#tasks, task)
    this.#count(meanMs, task ? -1 : 0, 1)
    return (ms) => {
      this.#count(ms - meanMs, 0, -1)
      for (let flow: Flow<Task> | undefined = this; flow; flow = flow.#group)
        flow.#learnedMs += (ms - flow.#learnedMs) / (flow.#learnedMs === 0 ? 1 : meanOver)
    }
  }

  /** Counts what it has used, in milliseconds. */
  charge(ms: number): void {
    this.#count(ms, 0, 0)
  }

  /** Counts what is used, in milliseconds, and tasks more or less that wait and run. */
  #count(ms: number, waiting: number, running: number): void {
    const group = this.#group
    if (!group) return
    if (this.isIdle) this.#time = Math.max(this.#time, group.#now)
    if (running > 0) group.#advance(this, ms)
    const waited = this.waiting > 0
    this.#running += running
    this.waiting += waiting
    this.#time += ms
    const waits = this.waiting > 0
    if (waited && (!waits || ms !== 0)) remove(group.line, this)
    if (waits && (!waited || ms !== 0)) group.#insert(this)
    if (this.isIdle) group.#active.delete(this)
    else group.#active.add(this)
    group.#count(ms, waiting, running)
  }

  /**
   * Flows that come begin where the least of those that wait is. They would come before all that
   * have used something as long as new ones come: so the time also goes on by half the share that
   * each has of a task, half as fast as that of those that wait.
   */
  #advance(beginning: Flow<Task>, meanMs: number): void {
    const least = this.line[0] ?? beginning
    const share = meanMs / Math.max(1, this.line.length)
    this.#now = Math.max(this.#now + share / 2, Math.min(least.#time, beginning.#time))
  }

  /** @param ms What of its own is used before. @returns with what of others is. */
  #before(ms: number): number {
    const group = this.#group
    if (!group) return ms
    const time = Math.max(this.#time, group.#now) + ms
    const ahead = group.line.filter((other) => other !== this && other.#time <= time)
    const used = ahead.map((other) => {
      return Math.min(other.waiting * other.#meanMs, time - other.#time + other.#meanMs)
    })
    return group.#before(used.reduce((sum, one) => sum + one, ms))
  }

  get #meanMs(): number {
    const group = this.#group
    return this.#learnedMs || (group ? group.#meanMs : 0)
  }

  /** Puts a flow behind those whose time is not greater. */
  #insert(flow: Flow<Task>): void {
    let at = this.line.length
    while (at > 0 && this.line[at - 1]!.#time > flow.#time) at--
    this.line.splice(at, 0, flow)
  }
}

/** Removes an item, which is mostly the first. */
function remove<Item>(items: Item[], item: Item): void {
  if (items[0] === item) items.shift()
  else items.splice(items.indexOf(item), 1)
}
