/** Misspelt names; the function is the query guard's. */
export { closest, editDistance } from '../../packages/query-guard/src/rule/closest.js'
