import { casesIn } from '../../../../test/support/cases.js'
import { families } from '../../../loader/record/format.js'
import {
  mergedTemplate,
  missingSettings,
  settingsOf,
} from '../../../loader/write/index-settings.js'
import type { LoadTarget } from '../../../loader/write/target.js'

const { kept } = casesIn<{
  kept: [name: string, answers: Record<string, unknown>, expected: object][]
}>(__dirname, 'index-settings.yml')

const [family] = families as [(typeof families)[number]]
const index = `${family.alias}_20300101-000000000`

/** An engine that answers these calls, and 404 to all others. */
function engine(answers: Record<string, unknown>, isEmbedded = false): LoadTarget {
  const send: LoadTarget['send'] = async (method, path) => {
    const body = answers[`${method} ${path}`]
    return body === undefined ? { status: 404, body: {} } : { status: 200, body }
  }
  return { isEmbedded, send } as LoadTarget
}

const template = (held: object) => ({
  [`GET /_index_template/${family.alias}`]: {
    index_templates: [{ name: family.alias, index_template: held }],
  },
})
const current = (settings: object) => ({
  'GET /now/_settings': { now: { settings: { index: settings } } },
})
const simulated = (settings: object) => ({
  [`POST /_index_template/_simulate_index/${index}`]: { template: { settings } },
})

const own = {
  ...{ 'index.auto_expand_replicas': '0-1', 'index.sort.field': 'id' },
  'index.refresh_interval': '5s',
}
test.each(kept)(
  'an index that takes the place of another one has its settings: %s',
  async (_, answers, expected) => {
    const { analysis, ...settings } = await settingsOf(engine(answers), family, {
      index,
      replaced: 'now',
    })
    expect(settings).toEqual({ ...own, ...expected })
    expect(analysis).toHaveProperty('analyzer.folded')
  },
)

test('an index without a refresh interval gets one, and an own one stays', async () => {
  const missing = (settings: object) => missingSettings(engine(current(settings)), 'now')
  expect(await missing({ number_of_shards: '1' })).toEqual({ 'index.refresh_interval': '5s' })
  expect(await missing({ refresh_interval: '-1' })).toEqual({})
})

test('the embedded engine is not asked for settings, which it does not tell', async () => {
  const answers = {
    ...current({ refresh_interval: '1s' }),
    ...simulated({ index: { refresh_interval: '9s' } }),
  }
  expect(await settingsOf(engine(answers, true), family, { index, replaced: 'now' })).toMatchObject(
    own,
  )
})

test.each<[string, object, object]>([
  [
    'replicas',
    { replicas: 2, shards: undefined },
    { 'index.auto_expand_replicas': 'false', 'index.number_of_replicas': '2' },
  ],
  ['shards', { replicas: undefined, shards: 4 }, { 'index.number_of_shards': '4' }],
])('%s of the command line come before those of the index', async (_, chosen, expected) => {
  const answers = current({ number_of_shards: '3', auto_expand_replicas: '0-all' })
  const settings = await settingsOf(engine(answers), family, {
    index,
    replaced: 'now',
    chosen: chosen as never,
  })
  expect(settings).toMatchObject(expected)
})

test('a template keeps what the operator has added to it and changed of its settings', async () => {
  const held = {
    ...{
      index_patterns: ['more-*'],
      priority: 7,
      composed_of: ['ours'],
      _meta: { by: 'operator' },
    },
    created_date: '2030',
    template: {
      settings: {
        index: { auto_expand_replicas: '0-all', analysis: { analyzer: { folded: { type: 'x' } } } },
      },
      mappings: {
        dynamic: false,
        properties: { own: { type: 'keyword' }, name: { type: 'keyword' } },
      },
      aliases: { everything: {} },
    },
  }
  const merged = (await mergedTemplate(engine(template(held)), family)) as Record<string, never>
  expect(merged).toMatchObject({
    ...{ priority: 7, composed_of: ['ours'], _meta: { by: 'operator' } },
    index_patterns: [`${family.alias}-*`, 'more-*'],
    template: {
      settings: {
        'index.auto_expand_replicas': '0-all',
        analysis: { analyzer: { folded: { type: 'custom' } } },
      },
      mappings: {
        dynamic: false,
        properties: { own: { type: 'keyword' }, name: { type: 'text' } },
      },
      aliases: { everything: {}, [family.alias]: {} },
    },
  })
  expect(merged).not.toHaveProperty('created_date')
})
