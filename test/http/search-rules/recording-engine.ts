import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An engine that answers every search with no hits, and remembers what it was asked. */
export interface RecordingEngine {
  url: string
  /** Searches so far, in order of arrival. */
  searches: { path: string; body: string }[]
  close(): Promise<void>
}

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }
const noHits = JSON.stringify({
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
})

export async function startRecordingEngine(): Promise<RecordingEngine> {
  const searches: RecordingEngine['searches'] = []
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8')
    req.on('data', (chunk: string) => {
      body += chunk
    })
    req.on('end', () => {
      if (req.url?.includes('_search')) searches.push({ path: req.url, body })
      res.writeHead(200, headers).end(noHits)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    searches,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
