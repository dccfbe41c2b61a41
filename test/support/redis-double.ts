import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a double answers to a command, in RESP; undefined: nothing, ever. */
export type Answering = (command: string[]) => string | undefined

/** Accepts every client, and finds every key empty. */
export const willing: Answering = ([name]) =>
  name === 'EVAL' ? '*3\r\n:1\r\n:1\r\n:60000\r\n' : '+OK\r\n'

/**
 * A server on a free port of loopback that speaks as Redis does, and answers as the test says. It
 * counts nothing.
 */
export async function startRedisDouble(answering: Answering = willing) {
  const sockets = new Set<Socket>()
  const double = { url: '', answering, sockets, connections: 0, close }
  const server = createServer((socket) => {
    double.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    let text = ''
    socket.on('data', (chunk) => {
      const { commands, rest } = commandsIn(text + chunk.toString('latin1'))
      text = rest
      for (const command of commands) {
        const answer = double.answering(command)
        if (answer !== undefined) socket.write(answer)
      }
    })
  })
  async function close() {
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

/** The whole commands at the beginning: `*2 $3 GET $1 k`, a line for each word. */
function commandsIn(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = []
  let rest = text
  for (;;) {
    let at = rest.indexOf('\r\n') + 2
    if (at === 1) return { commands, rest }
    const words: string[] = []
    const count = Number(rest.slice(1, at))
    while (words.length < count) {
      const end = rest.indexOf('\r\n', at)
      const length = Number(rest.slice(at + 1, end))
      if (end === -1 || rest.length < end + length + 4) return { commands, rest }
      words.push(rest.slice(end + 2, end + 2 + length))
      at = end + length + 4
    }
    commands.push(words)
    rest = rest.slice(at)
  }
}
