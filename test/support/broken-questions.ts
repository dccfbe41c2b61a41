/** A question without a mistake, which each of the broken files differs from. */
export const goodQuestion = `title: Organizations by name
description: Finds organizations by words of their name.
index: organization-serp*
parameters:
  q: { type: text, maxLength: 100, maxWords: 10, description: Words of the name }
  region: { type: keyword, normalize: us-state, description: State, example: RI }
  since: { type: integer, minimum: 1000, maximum: 9999, description: First year }
  day: { type: date, description: Day of registration }
  near: { type: place, description: Place }
  radius: { type: number, minimum: 1, maximum: 500, default: 25, unit: km, description: Radius }
  sort:
    type: choice
    description: Order
    default: name
    choices:
      name: [{ name.keyword: asc }]
      best: [_score]
  page: { type: page, description: Page }
  size: { type: integer, minimum: 1, maximum: 100, default: 10, description: Size }
body:
  query:
    bool:
      must: [{ $if: $q, $include: words, text: $q }]
      filter:
        - { $if: $region, term: { region: $region } }
        - { $if: $since, range: { founded_year: { gte: $since } } }
        - { $if: $day, range: { registered_on: { gte: $day } } }
        - { $if: $near, geo_distance: { distance: $radius, location: $near } }
  sort: $sort
  from: $page
  size: $size
fields: [id, name, city]
facets:
  regions: { terms: { field: region, size: 60 } }
maxAge: 60
`

/** What `$include: words` names. */
export const goodPart = `multi_match: { query: $text, fields: [name, city], fuzziness: AUTO }
`

/** A mistake in the question, or in the part that it includes. */
export interface BrokenQuestion {
  name: string
  isInPart?: true
  from: string
  to: string
  /** What is pointed at: where it last stands before the change ends. */
  at: string
  /** Rule, and parts of the message and of the remedy. */
  says: readonly [rule: string, message: string, remedy: string]
}

const placeholder = 'question-placeholder'
const form = 'wrong-value'

type Row = [from: string, to: string, at: string, ...says: BrokenQuestion['says']]

const inQuestion: Record<string, Row> = {
  // the text, and its form
  'no YAML': ['[id, name, city]', '[id, name', 'facets', 'yaml-syntax', 'not valid YAML', 'close'],
  'a key twice': [
    'maxAge: 60',
    'maxAge: 60\nmaxAge: 5',
    'maxAge',
    'yaml-duplicate-key',
    'twice',
    'one',
  ],
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: a variable of the YAML
  'a variable': [
    'title: Organizations by name',
    'title: ${TITLE}',
    '${',
    'variable-missing',
    'TITLE',
    'set',
  ],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: a variable of the YAML
  'no title': [
    'title: Organizations by name\n',
    '',
    'description',
    'missing-parameter',
    '"title"',
    'names it',
  ],
  'an unknown key': [
    'maxAge: 60',
    'maxage: 60',
    'maxage',
    'unknown-parameter',
    '"maxage"',
    '"maxAge"',
  ],
  'no fields': ['fields: [id, name, city]', 'fields: []', 'fields', form, '"fields"', 'Fields'],
  'a field with a wildcard': ['[id, name, city]', '[id, "na*"]', '"na*"', form, 'form', ''],
  'a field twice': ['[id, name, city]', '[id, id]', 'fields', form, '"fields"', 'Fields'],
  'too long an age': ['maxAge: 60', 'maxAge: 100000', 'maxAge', form, '"maxAge"', '0 to 86400'],
  // parameters
  'a type that there is not': [
    'type: date',
    'type: day',
    'type',
    form,
    'boolean, place',
    'What its values are',
  ],
  'no description': [
    ', description: Place }',
    ' }',
    'near',
    'missing-parameter',
    '"description"',
    'callers',
  ],
  'a name in capitals': ['  day: {', '  Day: {', 'Day', 'question-name', '"Day"', 'a-z'],
  'a key of another type': [
    'type: date,',
    'type: date, maxWords: 3,',
    'maxWords',
    'unknown-parameter',
    'maxWords',
    '',
  ],
  'no bounds': ['minimum: 1000, ', '', 'since', 'missing-parameter', '"minimum"', 'least'],
  'bounds the wrong way round': [
    'minimum: 1000',
    'minimum: 99999',
    'minimum',
    'question-parameter',
    'above',
    'swap',
  ],
  'an integer with broken bounds': [
    'minimum: 1000',
    'minimum: 0.5',
    'type',
    'question-parameter',
    'no integers',
    'number',
  ],
  'a default out of bounds': [
    'default: 10,',
    'default: 1000,',
    'default',
    'question-parameter',
    'from 1 to 100',
    'caller may send',
  ],
  'a default that is none of the choices': [
    'default: name',
    'default: nam',
    'default',
    'question-parameter',
    'name or best',
    'caller',
  ],
  'an example that does not fit': [
    'maxWords: 10, description: Words of the name',
    'maxWords: 2, description: Words of the name, example: a b c',
    'example',
    'question-parameter',
    'more than 2 words',
    'caller',
  ],
  'a default of what must be sent': [
    'default: 10,',
    'default: 10, required: true,',
    'default',
    'question-parameter',
    'every call',
    'remove',
  ],
  'a normalizer that there is not': ['us-state', 'us-states', 'normalize', form, 'us-state', ''],
  'a name that the credential has': [
    '  day: {',
    '  api_key: { type: date, description: Day }\n  day: {',
    'api_key',
    'question-parameter',
    'credential',
    'something else',
  ],
  'a name that the fields have': [
    '  day: {',
    '  fields: { type: date, description: Day }\n  day: {',
    'fields',
    'question-parameter',
    'fields',
    'something else',
  ],
  'a parameter for nothing': [
    '  day: {',
    '  days: { type: date, description: Day }\n  day: {',
    'days',
    'question-unused',
    '"days"',
    '$days',
  ],
  'a page without a size': [
    'size: $size',
    'size: 10',
    'page: {',
    'question-answer',
    'size',
    '$size',
  ],
  // holes
  'a placeholder of no parameter': [
    'region: $region',
    'region: $regions',
    'region:',
    placeholder,
    '"regions"',
    '"region"',
  ],
  'a placeholder in a text': [
    'region: $region',
    'region: US-$region',
    'region:',
    placeholder,
    'must be a placeholder',
    'whole value',
  ],
  'a placeholder in a key': [
    '{ region: $region }',
    '{ $region: RI }',
    '$region',
    'question-key',
    '$region',
    '',
  ],
  'a placeholder that may be empty': [
    '{ $if: $since, range',
    '{ range',
    'gte',
    placeholder,
    'no value',
    '$if: $since',
  ],
  'a condition that there is not': [
    '{ $if: $since,',
    '{ $when: $since,',
    '$when',
    'question-key',
    '$when',
    '$',
  ],
  'a condition on no parameter': [
    '{ $if: $since,',
    '{ $if: since,',
    '$if',
    placeholder,
    'must be a placeholder',
    '$name',
  ],
  'a text in query_string': [
    'term: { region: $region }',
    'query_string: { query: $region }',
    'query: $',
    placeholder,
    'keyword',
    'match',
  ],
  'a text in wildcard': [
    'term: { region: $region }',
    'wildcard: { region: $region }',
    'region: $',
    placeholder,
    'keyword',
    'match',
  ],
  'a text as a pattern': [
    'term: { region: $region }',
    'regexp: { region: { value: $region } }',
    'value',
    placeholder,
    'keyword',
    'match',
  ],
  'a text as a field': [
    'term: { region: $region }',
    'exists: { field: $region }',
    'field',
    placeholder,
    'keyword',
    'match',
  ],
  'a text as a bound': ['gte: $day', 'gte: $region', 'gte', placeholder, 'may have no value', ''],
  'a place elsewhere': [
    'region: $region',
    'region: $near',
    'region: $near',
    placeholder,
    'no value',
    '$near',
  ],
  'a page elsewhere': ['size: $size', 'size: $page', 'size', placeholder, '"from"', '$page'],
  'a text in an aggregation': [
    'field: region, size: 60',
    'field: $region',
    'field',
    placeholder,
    'no value',
    '',
  ],
  'a placeholder in the index': [
    'organization-serp*',
    'organization-$region',
    'index',
    'question-key',
    '$',
    'no parameter',
  ],
  'aggregations in the body': [
    '  sort: $sort',
    '  aggs: {}\n  sort: $sort',
    'aggs',
    'question-key',
    '"aggs"',
    '"facets"',
  ],
  'fields in the body': [
    '  sort: $sort',
    '  _source: [id]\n  sort: $sort',
    '_source',
    'question-key',
    '"_source"',
    '"fields"',
  ],
  // what is included
  'a part that there is not': [
    '$include: words',
    '$include: word',
    '$include',
    'question-include',
    'no file questions/parts/word.yml',
    'words',
  ],
  'a part in another folder': [
    '$include: words',
    '$include: ../words',
    '$include',
    'question-include',
    'must be the name of a part',
    'questions/parts',
  ],
  'an argument that is structure': [
    'text: $q',
    'text: { a: 1 }',
    'text',
    'question-include',
    'plain value',
    'placeholder',
  ],
  'an argument that is not used': [
    'text: $q',
    'text: $q, texts: $q',
    'texts',
    'question-include',
    '"texts"',
    '"text"',
  ],
  // answers
  'one and a list': [
    'maxAge: 60',
    'one: organization\nlist: organizations',
    'list',
    'question-answer',
    '"one"',
    'one of them',
  ],
  'facets of one': [
    'maxAge: 60',
    'one: organization',
    'facets',
    'question-answer',
    'facets',
    'remove',
  ],
  // the search rules
  'a clause that there is not': [
    'range: { founded_year',
    'ranges: { founded_year',
    'ranges',
    'question-refused',
    'ranges',
    'search-rules',
  ],
  'an index out of reach': [
    'organization-serp*',
    'users',
    'index',
    'question-refused',
    'must begin',
    '',
  ],
  'more hits than the rules allow': [
    'maximum: 100, default',
    'maximum: 20000, default',
    'size: $size',
    'question-refused',
    '10000',
    'search-rules',
  ],
  'a price beyond the cap': [
    'maxLength: 100, maxWords: 10',
    'maxLength: 1000, maxWords: 100',
    '{ $if: $q',
    'question-refused',
    'query cost',
    'maxWords',
  ],
  'a field that the rules close, for some calls alone': [
    '{ founded_year: { gte: $since',
    '{ secret: { gte: $since',
    'secret',
    'question-refused',
    'not allowed',
    'search-rules',
  ],
  'a field that the rules close': [
    '[id, name, city]',
    '[id, secret]',
    'secret',
    'question-refused',
    'not allowed',
    'search-rules',
  ],
}

const inPart: Record<string, Row> = {
  'a placeholder that is no argument': [
    '$text',
    '$query',
    'query:',
    placeholder,
    '"query"',
    'text',
  ],
  'a text that becomes a pattern': [
    'multi_match: { query: $text, fields: [name, city], fuzziness: AUTO }',
    'wildcard: { name: $text }',
    'name',
    placeholder,
    'text',
    'match',
  ],
  'a part within a part': [
    'multi_match:',
    '$include:',
    '$include',
    'question-include',
    'no other part',
    '',
  ],
}

/** All of them. */
export const brokenQuestions: readonly BrokenQuestion[] = [
  ...Object.entries(inQuestion).map(rowOf),
  ...Object.entries(inPart).map((row) => ({ ...rowOf(row), isInPart: true as const })),
]

function rowOf([name, [from, to, at, ...says]]: [string, Row]): BrokenQuestion {
  return { name, from, to, at, says }
}
