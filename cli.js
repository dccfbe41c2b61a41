#!/usr/bin/env node
/** The programs of the installed package, by name: `npx nonprofit-directory gateway`. */
const programs = {
  gateway: ['gateway/main.js'],
  auth: ['auth-service/main.js'],
  check: ['gateway/check/main.js'],
  routes: ['gateway/check/routes.js'],
  explain: ['gateway/lab/explain-command.js'],
  reload: ['gateway/reload-command.js'],
  load: ['directory/loader/main.js'],
  schema: ['gateway/check/schema/main.js'],
  users: ['auth-service/cli/main.js', 'users'],
  keys: ['auth-service/cli/main.js', 'keys'],
  usage: ['auth-service/cli/main.js', 'usage'],
  store: ['auth-service/cli/main.js', 'store'],
}

const [node, self, name = '', ...rest] = process.argv
if (!Object.hasOwn(programs, name)) {
  console.error(`usage: nonprofit-directory ${Object.keys(programs).join('|')} [ARGUMENT]...`)
  process.exit(2)
}
const [file, ...first] = programs[name]
process.argv = [node, self, ...first, ...rest]
await import(new URL(`dist/${file}`, import.meta.url).href)
