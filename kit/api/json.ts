/** Strict JSON with exact integers; the functions are the query guard's. */
export {
  jsonFault,
  notJson,
  parseExact,
  parseUnambiguous,
  stringifyExact,
} from '../../packages/query-guard/src/json/index.js'
