import type { ChildProcess, SendHandle } from 'node:child_process'

/** One end of the connection between a process and its parent. */
export type Channel = ChildProcess | NodeJS.Process

/** A socket or port that is sent along with a message. */
type TransferHandle = object

/** Handles a notification, or answers a request. */
type IpcHandler = (body: never, handle: never) => unknown

/** Our messages on the channel. Others are ignored: a supervisor's settings, or `ready`. */
type Message =
  | { type: 'request'; id: number; name: string; body: unknown }
  | { type: 'notification'; name: string; body: unknown }
  | { type: 'answer'; id: number; body?: unknown; fault?: string }

interface PendingReply {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/**
 * Requests and notifications between two processes, over Node's IPC. Both ends must be of the same
 * build.
 */
export class Ipc {
  readonly #channel: Channel
  readonly #handlers = new Map<string, IpcHandler>()
  readonly #pending = new Map<number, PendingReply>()
  #lastId = 0

  constructor(channel: Channel) {
    this.#channel = channel
    channel.on('message', (message: unknown, handle: unknown) =>
      this.#receive(message as Message, handle),
    )
    channel.on('disconnect', () => this.#rejectAll())
  }

  /** Whether the other end is there. */
  get isConnected(): boolean {
    return this.#channel.connected
  }

  /** Sets the handler of this name; a request is answered with what it returns. */
  handle(name: string, handler: IpcHandler): void {
    this.#handlers.set(name, handler)
  }

  /**
   * @throws Error in the other end's words, or when that is gone, or has not answered within this
   * many milliseconds.
   */
  request<Answer>(
    name: string,
    body: unknown = {},
    { handle, withinMs }: RequestOptions = {},
  ): Promise<Answer> {
    const id = ++this.#lastId
    return new Promise<Answer>((resolve, reject) => {
      const late =
        withinMs &&
        setTimeout(() => settle(() => reject(new Error(`no answer to ${name}`))), withinMs).unref()
      const settle = (then: () => void) => {
        if (late) clearTimeout(late)
        if (this.#pending.delete(id)) then()
      }
      this.#pending.set(id, {
        resolve: (answer) => settle(() => resolve(answer as Answer)),
        reject: (error) => settle(() => reject(error)),
      })
      this.#send({ type: 'request', id, name, body }, handle, (error) =>
        this.#pending.get(id)?.reject(error),
      )
    })
  }

  /** Resolves when it was sent, or lost because the other end is gone. */
  notify(name: string, body: unknown = {}, handle?: TransferHandle): Promise<void> {
    return new Promise((resolve) => {
      this.#send({ type: 'notification', name, body }, handle, () => resolve(), resolve)
    })
  }

  #receive(message: Message, handle: unknown): void {
    switch (message.type) {
      case 'notification':
        void this.#handlers.get(message.name)?.(message.body as never, handle as never)
        break
      case 'request':
        void this.#answer(message.id, this.#handlers.get(message.name), message.body, handle)
        break
      case 'answer':
        if (message.fault === undefined) this.#pending.get(message.id)?.resolve(message.body)
        else this.#pending.get(message.id)?.reject(new Error(message.fault))
    }
  }

  async #answer(
    id: number,
    handler: IpcHandler | undefined,
    body: unknown,
    handle: unknown,
  ): Promise<void> {
    try {
      if (!handler) throw new Error('no handler for this request')
      this.#send({ type: 'answer', id, body: await handler(body as never, handle as never) })
    } catch (error) {
      this.#send({ type: 'answer', id, fault: (error as Error).message })
    }
  }

  #send(
    message: Message,
    handle?: TransferHandle,
    failed: (error: Error) => void = () => undefined,
    sent = () => {},
  ): void {
    const done = (error: Error | null) => (error ? failed(error) : sent())
    const { connected, send } = this.#channel as ChildProcess
    if (connected) send.call(this.#channel, message, handle as SendHandle | undefined, {}, done)
    else process.nextTick(failed, new Error('the other process has ended'))
  }

  #rejectAll(): void {
    for (const { reject } of [...this.#pending.values()])
      reject(new Error('the other process has ended'))
  }
}

interface RequestOptions {
  handle?: TransferHandle
  withinMs?: number
}

let ipc: Ipc | undefined

/** The connection of a worker to its primary: one for the whole process. */
export function toPrimary(): Ipc {
  ipc ??= new Ipc(process)
  return ipc
}
