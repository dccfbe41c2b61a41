import '../../../plugins/organizations/index.js'
import { catalogsAsked } from '../../../../plugins/kit/field-catalog.js'
import { renderData } from '../../../../plugins/kit/templates/answer/answer.js'
import { openTo } from '../../../../plugins/kit/templates/answer/ask.js'
import { readTemplate } from '../../../../plugins/kit/templates/fill/read-template.js'
import { parseCall } from '../../../../plugins/kit/templates/parameters/read-values.js'
import { ofElasticsearch } from '../../../../test/support/fault-engine.js'
import { startService } from '../../../../test/support/service.js'

test('a call that costs more than maxCost is refused, with a remedy', () => {
  const { template } = readTemplate('find')
  const ask = (maxCost: number) => {
    const rules = { indexPrefixes: ['organization'], maxCost }
    const { parameters, askFor } = openTo(template!, rules)
    const values = parseCall({ url: '/?q=food+bank&city=providence' }, '', parameters)
    return askFor(values)(() => () => ({ data: {} }))
  }
  expect(ask(2000)).toMatchObject({ index: 'organization-entity*', isDeclared: true })
  expect(() => ask(5)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: {
        query: { _errors: [expect.stringMatching(/^this call costs .* of 5: send fewer words/)] },
      },
    }),
  )
})

test.each(['q=food+bank', 'region=RI&facets=region,cause'])(
  '%s costs the same in an index of any size',
  async (query) => {
    const { template } = readTemplate('find')
    const text = { type: 'text', searchable: true, aggregatable: false }
    const costWith = async (documents: number) => {
      const answer = { fields: { name: { text } }, hits: { total: { value: documents } } }
      const engine = await startService((_, res) =>
        res.writeHead(200, ofElasticsearch).end(JSON.stringify({ ...answer, aggregations: {} })),
      )
      const rules = { indexPrefixes: ['organization-entity'], engine: { nodes: engine.url } }
      const { parameters, askFor } = openTo(template!, rules)
      await catalogsAsked()
      await engine.close()
      const values = parseCall({ url: `/?${query}` }, '', parameters)
      return askFor(values)(() => () => ({ data: {} })).cost.total
    }
    const [small, large] = [await costWith(50_000), await costWith(2_000_000)]
    expect([large <= small, large > small / 4]).toEqual([true, true])
  },
)

test('an answer of the engine without a facet that was asked for is unreadable', () => {
  const { template } = readTemplate('find')
  const values = parseCall({ url: '/?facets=region,revenue' }, '', template!.parameters)
  const render = (aggregations?: object) =>
    renderData(
      template!,
      values,
      {
        ...{ results: Buffer.from('[]'), count: 0, total: undefined },
        aggregations: aggregations && Buffer.from(JSON.stringify(aggregations)),
      },
      'v9',
    )
  const region = { buckets: [{ key: 'RI', doc_count: 2 }] }
  expect(JSON.parse(render({ region, revenue: { buckets: [] } })).facets).toEqual({
    region: [{ value: 'RI', count: 2 }],
    revenue: [],
  })
  for (const answer of [undefined, {}, { region }, { region, revenue: {} }])
    expect(() => render(answer)).toThrow('unreadable_response')
})
