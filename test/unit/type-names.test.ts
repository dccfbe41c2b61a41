import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(__dirname, '../..')

/** What is read as one: the client is a package of its own, with the names its users know. */
const programs = {
  product: ['auth-service', 'check', 'edge', 'gateway', 'kit', 'loader', 'plugins', 'routes'],
  client: ['client'],
}

/** Names that may be declared in several files, each time for the same purpose. */
const shared: Record<string, string> = {
  Params: 'each policy declares the parameters of its steps, and exports none',
}

/** A type of a module, whether exported or not. */
const declaration = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm

/** The files that declare each name. */
function declarations(folders: readonly string[]): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const file of folders.flatMap(sources)) {
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      byName.set(name!, [...(byName.get(name!) ?? []), file])
  }
  return byName
}

function sources(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.c?ts$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
}

test.each(Object.entries(programs))('in the %s a name of a type has one meaning', (_, folders) => {
  const byName = declarations(folders)
  expect(byName.size).toBeGreaterThan(20)
  const repeated = [...byName]
    .filter(([name, files]) => files.length > 1 && !(name in shared))
    .map(([name, files]) => `${name}: ${files.join(', ')}`)
  expect(repeated).toEqual([])
})

test('a name that may be repeated is', () => {
  const byName = declarations(programs.product)
  for (const name of Object.keys(shared)) expect(byName.get(name)?.length).toBeGreaterThan(1)
})
