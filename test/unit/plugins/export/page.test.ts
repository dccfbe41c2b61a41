import { parsePage } from '../../../../plugins/export/page.js'

const paging = { pageHits: 2, sortKeys: 1 }

/** An answer of the engine as text. @param before Members before the hits. */
const answer = (hits: string, before = '') =>
  Buffer.from(
    `{${before}"pit_id":"p2","timed_out":false,"_shards":{"failed":0},"hits":{"hits":${hits}}}`,
  )

/** The engine never writes this: the answer is parsed. */
const unusual = '"aggregations":{},'

const hit = (source: string, id = 'x') =>
  `{"_id":"${id}","_score":1,"_source":${source},"sort":["${id}",7]}`

const documents: [string, string, string][] = [
  ['its own id', '{"id":"y","name":"a"}', '{"id":"y","name":"a"}'],
  ['an empty one', '{}', '{"id":"x"}'],
  ['one written in lines', '{\n"name": "a\\n"\n}', '{"name":"a\\n","id":"x"}'],
  ['a member of our name', '{"_cursor":"theirs","name":"a"}', '{"name":"a","id":"x"}'],
]

describe.each([
  ['as the engine writes it', ''],
  ['in another form', unusual],
])('an answer %s', (_, before) => {
  test.each(documents)('%s is a line', async (_, source, line) => {
    const { page, pitId } = await parsePage(
      answer(`[${hit(source)},${hit(source, 'z')}]`, before),
      paging,
    )
    const second = line.replace('"id":"x"', '"id":"z"')
    expect(page.text.toString()).toBe(`${line}\n${second}`)
    expect(page.rows).toEqual([
      { end: line.length, sort: '["x",7]' },
      { end: 2 * line.length + 1, sort: '["z",7]' },
    ])
    expect([page.hasMore, pitId]).toEqual([false, '"p2"'])
  })

  test('without hits has no rows', async () => {
    const { page } = await parsePage(answer('[]', before), paging)
    expect([page.rows, page.hasMore]).toEqual([[], false])
  })

  test('one hit more shows that rows follow', async () => {
    const hits = ['a', 'b', 'c'].map((id) => hit('{}', id))
    const { page } = await parsePage(answer(`[${hits}]`, before), paging)
    expect([page.rows.length, page.hasMore]).toEqual([2, true])
  })

  test.each([['of the same place', '["b",8]']])('rows %s are a failure', async (_, sort) => {
    const hits = [hit('{}', 'a'), `{"_id":"b","sort":${sort}}`, `{"_id":"c","sort":${sort}}`]
    await expect(parsePage(answer(`[${hits}]`, before), paging)).rejects.toThrow('uniqueField')
  })
})
