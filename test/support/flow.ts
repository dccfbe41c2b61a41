import { Agent, request } from 'node:http'

/** Requests that go on and on over some kept connections, and what came of them. */
export interface Flow {
  /**
   * Ends it, once or again. @returns how often each outcome came: a status, or the code of an
   * error.
   */
  stop(): Promise<Record<string, number>>
}

/** Sends GET requests, one after the other on each connection. */
export function startFlow(url: string, { connections = 8, pauseMs = 5 } = {}): Flow {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcomes: Record<string, number> = {}
  let isOver = false
  const once = () =>
    new Promise<string>((resolve) => {
      const call = request(url, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(String(answer.statusCode)))
        answer.on('error', () => resolve('cut off'))
      })
      call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end()
    })
  const loop = async () => {
    while (!isOver) {
      const outcome = await once()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  }
  const loops = Array.from({ length: connections }, loop)
  return {
    async stop() {
      isOver = true
      await Promise.all(loops)
      agent.destroy()
      return outcomes
    },
  }
}
