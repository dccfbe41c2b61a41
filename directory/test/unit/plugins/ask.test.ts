import '../../../plugins/organizations/index.js'
import { openTo } from '../../../../plugins/kit/templates/answer/ask.js'
import { readTemplate } from '../../../../plugins/kit/templates/fill/read-template.js'
import { valuesIn } from '../../../../plugins/kit/templates/parameters/read-values.js'

test('a call that costs more than maxCost is refused, with a remedy', () => {
  const { template } = readTemplate('find')
  const ask = (maxCost: number) => {
    const rules = { indexPrefixes: ['organization'], maxCost }
    const { parameters, askFor } = openTo(template!, rules)
    const values = valuesIn({ url: '/?q=food+bank&city=providence' }, '', parameters)
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
