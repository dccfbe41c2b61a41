import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { goodAnswer } from './fault-engine.js'

/** An engine that finds one organization by any search, and keeps what it was asked. */
export interface RecordingEngine {
  url: string
  /** Path and body of the searches so far, without those by which a gateway learns the fields. */
  searches: { path: string; body: Record<string, unknown> }[]
  close(): void
}

/** Starts one on a free port. @param answer What it answers to a search. */
export async function startRecordingEngine(answer: object = goodAnswer): Promise<RecordingEngine> {
  const searches: RecordingEngine['searches'] = []
  const text = JSON.stringify(answer)
  const server: Server = createServer((req, res) => {
    let sent = ''
    req.setEncoding('utf8').on('data', (chunk: string) => {
      sent += chunk
    })
    req.on('end', () => {
      const path = req.url ?? ''
      const isSearch = path.includes('/_search')
      const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>)
      if (isSearch && body.timeout !== undefined) searches.push({ path, body })
      res.setHeader('X-Elastic-Product', 'Elasticsearch')
      res.setHeader('Content-Type', 'application/json')
      res.end(isSearch ? text : '{"fields":{}}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    searches,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
