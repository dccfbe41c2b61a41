import '../../../plugins/organizations/index.js'
import { readPlace } from '../../../../plugins/kit/templates/parameters/places.js'
import { correctText } from '../../../finding/correction.js'
import { asWords, parseTypedText } from '../../../finding/typed-text.js'
import { otherNumber, splitWords } from '../../../finding/words.js'

/** What typed texts are understood as (docs/finding.md). */

const isPlace = (text: string) => 'value' in readPlace(text)
const asking = new Set([
  'what',
  'is',
  'where',
  'who',
  'can',
  'i',
  'get',
  'ein of',
  'show me',
  'tax exempt',
  '501 c 3',
])
const ein = { words: '', identifier: '050258937' }

test.each<[text: string, understood: object]>([
  ...['05-0258937', '050258937', 'EIN 05-0258937', 'EIN: 05-0258937', 'ein:050258937'].map(
    (text): [string, object] => [text, ein],
  ),
  ...['#050258937', 'US-EIN-050258937', 'us-ein-05-0258937', '05 0258937', ' 05–0258937 '].map(
    (text): [string, object] => [text, ein],
  ),
  ['Women & Infants 05-0258937', ein],
  ...['81-2252903 OR 1=1', '81-2252903 or 05-0258937', "81-2252903' --", 'OR 81-2252903'].map(
    (text): [string, object] => [text, { words: text }],
  ),
  ['5-0258937', { words: '', identifier: '50258937' }],
  ['gb-chc-1000041', { words: '', identifier: 'GB-CHC-1000041' }],
  ['W123456', { words: '', identifier: 'W123456' }],
  ['W12345', { words: 'W12345' }],
  ['02903-1234', { words: '', place: '02903-1234' }],
  ['nonprofits near Providence RI', { words: '', place: 'Providence RI' }],
  ['a food bank near Providence RI', { words: 'food bank', place: 'Providence RI' }],
  ['churches close to 41.8,-71.4', { words: 'churches', place: '41.8,-71.4' }],
  [
    'museums within 10 miles of Newport RI',
    { words: 'museums', place: 'Newport RI', radius: '10mi' },
  ],
  ['show me museums in Rhode Island?', { words: 'museums', region: 'RI' }],
  ['what is the EIN of Brown University?', { words: 'brown university' }],
  ['is Brown University tax exempt', { words: 'brown university' }],
  ['Brown University, a 501(c)(3)', { words: 'brown university' }],
  ['where can I get food in Newport', { words: 'food', city: 'Newport' }],
  ['where is Newport RI?', { words: 'newport ri' }],
  // one word that asks may be part of a name, and a text has others
  ['What Cheer', { words: 'What Cheer' }],
  ['who is', { words: 'who is' }],
  ['nonprofits in Casper', { words: '', city: 'Casper' }],
  ['charities in St. Johnsbury, VT', { words: '', city: 'St. Johnsbury', region: 'VT' }],
  ['the library in the city of Newport', { words: 'library', city: 'Newport' }],
  ['women in science', { words: 'women in science' }],
])('%j is understood as %j', (text, understood) => {
  expect(parseTypedText(text, isPlace, asking).understood).toEqual(understood)
})

test.each<[text: string, understood: object]>([
  ['food banks with revenue over $1 million', { words: 'food banks', revenue_min: 1e6 }],
  ['food banks under 500k', { words: 'food banks', revenue_max: 5e5 }],
  ['museums between 1 and 5 million', { words: 'museums', revenue_min: 1e6, revenue_max: 5e6 }],
  ['revenue from 5 to 1.5 million', { words: '', revenue_min: 15e5, revenue_max: 5e6 }],
  ['income between $100k and $1M', { words: '', revenue_min: 1e5, revenue_max: 1e6 }],
  [
    'a hospital with a budget of at least $2.5 billion near Providence RI',
    { words: 'hospital', place: 'Providence RI', revenue_min: 25e8 },
  ],
  [
    'charities making more than 100,000 dollars a year in Vermont',
    { words: '', region: 'VT', revenue_min: 1e5 },
  ],
  ['foundations with a revenue of a million or more', { words: 'foundations', revenue_min: 1e6 }],
  ['$1 million+ in Casper', { words: '', city: 'Casper', revenue_min: 1e6 }],
  // numbers of people, years, meals and others
  ...[
    'women over 50',
    'kids under 12',
    '100 black men',
    'post 1 to 5',
    'over 1 million meals',
    'assets over $1 million',
  ].map((text): [string, object] => [text, { words: text }]),
])('%j names the amounts %j', (text, understood) => {
  expect(parseTypedText(text, isPlace, asking, true).understood).toEqual(understood)
  expect(parseTypedText(text, isPlace, asking).understood).not.toHaveProperty('revenue_min')
})

test('without a place to give it to, a text names none', () => {
  expect(parseTypedText('hospitals in Wyoming').understood).toEqual({
    words: 'hospitals in Wyoming',
  })
})

test.each<[text: string, hint: RegExp | undefined]>([
  ['05-0258937', undefined],
  ['5-0258937', /leading 0 too, as 05-0258937/],
  ['05-025893', /^an EIN has nine digits, such as 05-0258937$/],
  ['1000041', undefined],
])('the number %s has the hint %s', (text, hint) => {
  const found = parseTypedText(text).identifier?.hint
  if (hint) expect(found).toMatch(hint)
  else expect(found).toBeUndefined()
})

test.each([
  ["O'Neill’s ʻOhana", ['oneills', 'ohana']],
  ['P.T.A. of St. Mary', ['pta', 'of', 'st', 'mary']],
  ['Y M C A & J.R. Smith', ['ymca', 'and', 'jr', 'smith']],
  ['Fundação Ñandú', ['fundacao', 'nandu']],
  ['&', []],
  ['हिन्दी 한국', ['हिन्दी', '한국']],
  ['Ёлка ze\u200bro ❤️ !!!', ['елка', 'zero']],
])('the words of %j', (text, words) => {
  expect(splitWords(text)).toEqual(words)
})

test.each([
  ...[
    ['dogs', 'dog'],
    ['city', 'cities'],
    ['cities', 'city'],
    ['boxes', 'box'],
  ],
  ...[['church', 'churches'], ['gas'], ['glass']],
])('the other number of %s is %s', (word, ...others) => {
  expect(otherNumber(word!)).toEqual(others.filter((one) => one !== undefined))
})

const none = new Map<string, { others: string[] }>()

test.each<[typed: string, doubtful: number[], found: string[], words: string | undefined]>([
  ['brwon univeristy', [0, 1], ['Brow Univers', 'BROWN UNIVERSITY'], 'brown university'],
  ['state bellet', [1], ['BELLEVUE', 'STATE BALLET OF RI'], 'state ballet'],
  ['brwon', [0], ['CROWN'], undefined],
  ['ab', [0], ['AC'], undefined],
  ['fod', [0], ['FOX', 'FOR'], 'fox'],
  ['brwmn', [0], ['BROWN'], undefined],
  ['musaam', [0], ['MUSEUM'], 'museum'],
  ['muaaam', [0], ['MUSEUM'], undefined],
])('%j with doubtful words %j becomes %s', (text, doubtful, found, words) => {
  const meant = correctText({ ...asWords(text), doubtful }, none, found)
  expect(meant?.understood.words).toBe(words)
})
