import { callOf } from '../http/mcp/calls.js'
import { documentedCall, undocumented } from './openapi.js'
import type { RunningStack } from './stack.js'
import { until } from './until.js'

/** Options of a load, whose values a gateway that starts later returns. */
export const statedSource = [
  ...['--as-of', '2026-11-10', '--source', 'A register'],
  ...['--attribution', 'Data of a register', '--license', 'CC BY 4.0'],
]

/** What is promised of data with a known source, on any engine. */
export function sourceContract(place: () => { stack: RunningStack }): void {
  test('searches have the date of the data, templates and tools its attribution too, the fields all of it', async () => {
    const { request, mintKey } = place().stack
    const headers = { 'x-api-key': await mintKey() }
    const search = { index: 'organization-serp*', body: { query: { match_all: {} } } }
    const made = { requestId: expect.any(String), timestamp: expect.any(String) }
    const dated = { ...made, dataAsOf: '2026-11-10' }
    const attributed = { ...dated, attribution: 'Data of a register (CC BY 4.0)' }
    const searched = () => request.post('/api/v1/organizations/search').set(headers).send(search)
    await until(async () => (await searched()).body.meta.dataAsOf !== undefined)
    const found = await searched()
    expect(found.body.meta).toEqual(dated)
    const path = '/api/v1/organizations'
    expect(undocumented(documentedCall('POST', `${path}/search`)!, found)).toEqual([])
    for (const [url, understood] of [
      [path, undefined],
      [`${path}/suggest?q=a`, { words: 'a' }],
    ] as const) {
      const answer = await request.get(url).set(headers)
      expect(answer.body.meta).toEqual({ ...attributed, ...(understood && { understood }) })
      expect(undocumented(documentedCall('GET', url)!, answer)).toEqual([])
    }
    const called = { ...headers, 'content-type': 'application/json' }
    const tool = await request.post('/api/v1/mcp').set(called).send(callOf('find_organizations'))
    const { dataAsOf, attribution } = attributed
    const { meta } = JSON.parse(tool.body.result.content[0].text)
    expect(meta).toEqual({ dataAsOf, attribution })
    const listed = await until(async () => {
      const answer = await request.get(`${path}/fields`).set(headers)
      return answer.status === 200 && answer
    })
    expect(undocumented(documentedCall('GET', `${path}/fields`)!, listed)).toEqual([])
    const fields = listed.body.data
    const source = { name: 'A register', asOf: '2026-11-10', attribution: 'Data of a register' }
    expect(fields.sources).toEqual([
      { ...source, license: 'CC BY 4.0', loadedAt: expect.stringMatching(/Z$/) },
    ])
  })
}
