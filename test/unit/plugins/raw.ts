import { once } from 'node:events'
import { connect } from 'node:net'

/** The answer to bytes sent as they are: what no HTTP client would send. */
export async function rawRequest(port: number, bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString()
  const [head = '', body = ''] = text.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, '').split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}
