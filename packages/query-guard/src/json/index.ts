/** JSON without repeated keys, with all digits of its integers, and where a text stops being it. */
export { parseExact, stringifyExact } from './exact-json.js'
export { jsonFault, notJson } from './json-error.js'
export { parseUnambiguous } from './json-text.js'
