import type { Path, ReportDiagnostic } from '../../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import type { Declared } from './parameter.js'
import { namePattern } from './schema.js'

/** The parameters that a file declares. */
export const declaredIn = ({ parameters }: Mapping) =>
  (parameters ?? {}) as Record<string, Declared>

const name = new RegExp(namePattern)
/** Choices may begin with a minus, as an order does that turns another round. */
const choice = new RegExp(namePattern.replace('^', '^-?'))

/** What holds of the file as a whole. */
export function checkShape(value: Mapping, report: ReportDiagnostic): void {
  const { index, body, facets, one, list, jsonLd } = value
  for (const [within, names] of [
    [['parameters'], declaredIn(value)],
    [['facets'], (facets ?? {}) as Mapping],
    ...Object.entries(declaredIn(value)).map(([key, { choices = {} }]) => [
      ['parameters', key, 'choices'],
      choices,
    ]),
  ] as [Path, Mapping][]) {
    const taken = within.at(-1) === 'choices' ? choice : name
    for (const key of Object.keys(names).filter((one) => !taken.test(one)))
      report([...within, key], 'template-name', `the name "${key}" is not allowed`, namesTaken)
  }
  if (String(index).includes('$'))
    report(
      ['index'],
      'template-key',
      'the index contains a $',
      'write the name: no parameter changes it',
    )
  if (one !== undefined && list !== undefined)
    report(['list'], 'template-answer', '"list" and "one" exclude each other', 'keep one of them')
  if (jsonLd !== undefined && one === undefined)
    report(
      ['jsonLd'],
      'template-answer',
      'only an answer with one hit can be JSON-LD',
      'declare "one", or remove it',
    )
  if (facets !== undefined && (one ?? list) !== undefined)
    report(['facets'], 'template-answer', 'only a list of results has facets', 'remove them')
  const pages = Object.entries(declaredIn(value)).filter(([, { type }]) => type === 'page')
  for (const [key] of pages) {
    const { size } = declaredIn(value)
    if (size?.type !== 'integer' || (body as Mapping).size !== '$size')
      report(
        ['parameters', key],
        'template-answer',
        'a page needs a page size',
        'declare size: { type: integer, … } and write size: $size in the body',
      )
    if ((one ?? list) !== undefined)
      report(['parameters', key], 'template-answer', 'this answer has no pages', 'remove it')
  }
  for (const [key, instead] of Object.entries(reserved)) {
    if (Object.hasOwn(body as Mapping, key))
      report(['body', key], 'template-key', `"${key}" is not allowed in the body`, instead)
  }
}

const namesTaken = 'write a letter of a-z, then a-z 0-9 and _'

/** Members of a body that come from elsewhere in the file. */
const reserved: Readonly<Record<string, string>> = {
  _source: 'name the fields under "fields"',
  aggs: 'name aggregations under "facets"',
  aggregations: 'name aggregations under "facets"',
  post_filter: 'write it as a filter of the query: facets with $without put theirs there',
}
