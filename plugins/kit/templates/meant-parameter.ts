import { fieldWords } from '../../../directory/fields/names.js'
import { makeMeaning } from '../../../packages/query-guard/src/index.js'

/** Names that other APIs give to parameters. Where a call has one of a row, the others mean it. */
const parameterWords: readonly (readonly string[])[] = [
  ['size', 'limit', 'per_page', 'page_size', 'rows', 'count', 'max_results', 'take', 'top'],
  ['page', 'offset', 'start', 'skip', 'from', 'page_number'],
  ['q', 'query', 'search', 'term', 'keyword', 'keywords', 'text', 'name', 'ein', 'tax_code', 'id'],
  ['sort', 'order', 'order_by', 'sort_by', 'orderby'],
  ['fields', 'select', 'include', 'columns', '_source'],
  ['facets', 'aggs', 'group_by'],
  ['near', 'location', 'latlon', 'geo', 'around', 'zip', 'lat', 'lon', 'lng'],
  ['radius', 'distance', 'within'],
  ['changed_since', 'updated_since', 'modified_since', 'since'],
]

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Makes the function that finds the parameter meant by another name: by words, then by letters. */
export function parameterMeantIn(names: readonly string[]): (word: string) => string | undefined {
  const ofField = makeMeaning(names, fieldWords)
  return (word) => {
    const row = parameterWords.find((words) => words.some((one) => plain(one) === plain(word)))
    return row?.find((one) => names.includes(one)) ?? ofField(word)
  }
}
