/** The mean of what tasks use follows about so many of them: one slow task is no trend. */
const meanOver = 16

/**
 * The tasks of one owner, or of a group of flows: hierarchical start-time fair queueing (SFQ: Goyal,
 * Vin and Cheng, 1996) of several tasks at once (SFQ(D): Jin, Chase and Kaur, 2004).
 *
 * A flow has a time of its own: what it has used, in milliseconds. Next is the flow whose time is
 * least. One that comes, or comes back, begins where the others are: what it has not used is no
 * credit, and what it has used counts less the further the others go on. What a task uses is known
 * when it ends; until then it is taken to be what those of its flow use on average.
 */
export class Flow<Task> {
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
  #waiting = 0
  /** What its tasks use on average, in milliseconds; 0 before the first has ended. */
  #learnedMs = 0

  /** @param group What it belongs to; absent for the outermost. */
  constructor(group?: Flow<Task>) {
    this.#group = group
  }

  /** Whether none of its tasks runs or waits. */
  get isIdle(): boolean {
    return this.#running + this.#waiting === 0
  }

  /** Number of tasks that wait. */
  get waiting(): number {
    return this.#waiting
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
    let ms = this.#waiting * this.#meanMs
    this.#climb((flow, group) => {
      const time = Math.max(flow.#time, group.#now) + ms
      for (const other of group.line) {
        if (other.#time > time) break
        const all = other.#waiting * other.#meanMs
        if (other !== flow) ms += Math.min(all, time - other.#time + other.#meanMs)
      }
    })
    return ms
  }

  /** A task begins to wait. */
  join(task: Task): void {
    this.#tasks.push(task)
    this.#climb((flow, group) => {
      flow.#arrive(group)
      if (flow.#waiting++ === 0) group.#insert(flow)
    })
  }

  /** A task leaves without having begun. */
  leave(task: Task): void {
    remove(this.#tasks, task)
    this.#climb((flow, group) => {
      if (--flow.#waiting === 0) remove(group.line, flow)
      if (flow.isIdle) group.#active.delete(flow)
    })
  }

  /**
   * A task begins. @param task One that has waited.
   * @returns what ends it, given what it has used, in milliseconds.
   */
  begin(task?: Task): (ms: number) => void {
    const meanMs = this.#meanMs
    if (task) remove(this.#tasks, task)
    this.#climb((flow, group) => {
      if (!task) flow.#arrive(group)
      group.#advance(flow, meanMs)
      flow.#running++
      group.#move(flow, meanMs, task ? 1 : 0)
    })
    return (ms) => {
      this.#climb((flow, group) => {
        flow.#running--
        flow.#learn(ms)
        if (!group.#group) group.#learn(ms)
        if (flow.isIdle) group.#active.delete(flow)
      })
      this.charge(ms - meanMs)
    }
  }

  /** Counts what it has used, in milliseconds. */
  charge(ms: number): void {
    if (ms !== 0) this.#climb((flow, group) => group.#move(flow, ms))
  }

  /** Visits it, and the group that it belongs to. */
  #climb(visit: (flow: Flow<Task>, group: Flow<Task>) => void): void {
    if (!this.#group) return
    visit(this, this.#group)
    this.#group.#climb(visit)
  }

  #arrive(group: Flow<Task>): void {
    if (!this.isIdle) return
    this.#time = Math.max(this.#time, group.#now)
    group.#active.add(this)
  }

  /**
   * Those that come begin where the least of those that wait is. They would come before all that
   * have used something as long as new ones come: so the time also goes on by half the share that
   * each has of a task, half as fast as that of those that wait.
   */
  #advance(beginning: Flow<Task>, meanMs: number): void {
    const least = this.line[0] ?? beginning
    const share = meanMs / Math.max(1, this.line.length)
    this.#now = Math.max(this.#now + share / 2, Math.min(least.#time, beginning.#time))
  }

  get #meanMs(): number {
    const group = this.#group
    return this.#learnedMs || (group ? group.#meanMs : 0)
  }

  #learn(ms: number): void {
    this.#learnedMs += (ms - this.#learnedMs) / (this.#learnedMs === 0 ? 1 : meanOver)
  }

  /** Moves a flow to its place, when it has used something and tasks of it have begun. */
  #move(flow: Flow<Task>, ms: number, begun = 0): void {
    if (flow.#waiting > 0) remove(this.line, flow)
    flow.#time += ms
    flow.#waiting -= begun
    if (flow.#waiting > 0) this.#insert(flow)
  }

  /** Puts a flow behind those whose time is not greater. */
  #insert(flow: Flow<Task>): void {
    let [from, to] = [0, this.line.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.line[middle]!.#time > flow.#time) to = middle
      else from = middle + 1
    }
    this.line.splice(from, 0, flow)
  }
}

/** Removes an item, which is mostly the first. */
function remove<Item>(items: Item[], item: Item): void {
  if (items[0] === item) items.shift()
  else items.splice(items.indexOf(item), 1)
}
