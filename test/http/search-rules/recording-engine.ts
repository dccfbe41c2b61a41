import { text } from 'node:stream/consumers'
import { isCallersSearch, startService } from '../../support/service.js'

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }
const noHits = JSON.stringify({
  took: 1,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
})

/**
 * An engine that answers every search with no hits, and keeps those of callers, in order of
 * arrival.
 */
export async function startRecordingEngine() {
  const searches: { path: string; body: string }[] = []
  const service = await startService(async (req, res) => {
    const body = await text(req)
    if (isCallersSearch(req.url)) searches.push({ path: req.url!, body })
    res.writeHead(200, headers).end(noHits)
  })
  return { url: service.url, searches, close: service.close }
}
export type RecordingEngine = Awaited<ReturnType<typeof startRecordingEngine>>
