import { existsSync, readFileSync } from 'node:fs'
import { isObject } from '../../kit/config/objects.js'
import { type Diagnostic, didYouMean, type Path } from '../../kit/config/yaml/diagnostics.js'
import { parseSource, type Source } from '../../kit/config/yaml/source.js'
import { inProject } from '../../kit/process/product-folder.js'
import { toSchema } from './schemas.js'

/** What the file may hold: the tables of the gateway that it is laid over, and their kinds. */
const members: Readonly<Record<string, 'text' | 'mapping'>> = {
  title: 'text',
  about: 'text',
  record: 'text',
  groups: 'mapping',
  parameters: 'mapping',
  schemas: 'mapping',
  answers: 'mapping',
  errors: 'mapping',
}

/**
 * The file by which an API says what it is about (docs/configuration.md).
 * @param path Absolute, or from the working directory or the folder of the product.
 * @throws Error when it cannot be read.
 */
export function readOwnFile(path: string): unknown {
  return parse(path).value
}

/** What is wrong with it, located in it. @param path Of the parameter that names it. */
export function findFileMistakes(file: string, path: Path): Diagnostic[] {
  try {
    const { value, mistakes, placeAll } = parse(file)
    const found = mistakes.length > 0 ? mistakes : placeAll(findMistakes(value))
    return found.map((mistake) => ({ ...mistake, path, location: mistake }))
  } catch (error) {
    const message = `cannot read ${file} (${(error as NodeJS.ErrnoException).code})`
    const remedy = `write the path of a YAML file, or leave "${path.at(-1)}" out`
    return [{ path, rule: 'file-unreadable', message, remedy }]
  }
}

/** The file that was parsed last: a start checks it, and reads it then. */
let last: { text: string; source: Source } | undefined

function parse(path: string): Source {
  const file = existsSync(path) ? path : inProject(path)
  const text = readFileSync(file, 'utf8')
  if (last?.text !== text || last.source.file !== file)
    last = { text, source: parseSource(file, text, () => undefined) }
  return last.source
}

function findMistakes(value: unknown): Diagnostic[] {
  const known = Object.keys(members)
  const wrongType = (path: Path, wanted: string): Diagnostic => ({
    ...{ path, rule: 'wrong-type', message: `this must be ${wanted}` },
    remedy: 'see directory/openapi.yml',
  })
  if (!isObject(value)) return [wrongType([], 'a mapping')]
  const ofMembers = Object.entries(value).flatMap(([key, member]): Diagnostic[] => {
    if (!known.includes(key)) {
      const message = `unknown key "${key}"`
      return [{ path: [key], rule: 'unknown-key', message, remedy: didYouMean(key, known) }]
    }
    const isRight = members[key] === 'text' ? typeof member === 'string' : isObject(member)
    return isRight ? [] : [wrongType([key], `a ${members[key]}`)]
  })
  const schemas = isObject(value.schemas) ? Object.entries(value.schemas) : []
  const ofSchemas = schemas.filter(([, schema]) => !isSchema(schema))
  return [
    ...ofMembers,
    ...ofSchemas.map(([name]) => wrongType(['schemas', name], 'a schema, all inside it too')),
  ]
}

function isSchema(value: unknown): boolean {
  try {
    toSchema(value)
    return true
  } catch {
    return false
  }
}
