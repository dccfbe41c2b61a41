import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import { makeFileReader } from './configured-file.js'
import { inBothNumbers, splitWords } from './words.js'

/** The file of causes, in the configuration folder (docs/finding.md). */
const causesFile = 'causes.yml'

/** A set of organizations that people look for. */
export interface Cause {
  name: string
  /** Beginnings of codes of NTEE. */
  codes: readonly string[]
  /** Terms that suffice in a name, as texts are compared, in singular and plural. */
  names: readonly string[]
  /** Terms that suffice in the name of an organization without a code. */
  words: readonly string[]
}

interface Declared {
  name: string
  codes: string[]
  names?: string[]
  words: string[]
}

/** Reads the file of causes; without one there are none. */
export const readCauses = makeFileReader<readonly Cause[]>(causesFile, [], (source) => {
  const causes = isMapping(source.value) ? source.value.causes : undefined
  const found = Array.isArray(causes) ? causes.flatMap(findMistakes) : [noCauses]
  if (found.length > 0) return { content: [], mistakes: source.placeAll(found) }
  const content = (causes as Declared[]).map(({ name, codes, names = [], words }) => ({
    ...{ name, codes },
    names: names.flatMap(inForms),
    words: words.flatMap(inForms),
  }))
  return { content, mistakes: [] }
})

const inForms = (term: string): string[] => inBothNumbers(splitWords(term).join(' '))

const wrong = (path: Path, message: string, remedy: string): Diagnostic => ({
  ...{ path, rule: 'cause', message, remedy },
})
const noCauses = wrong([], 'there is no list "causes"', 'write causes: [] or a list of causes')

function findMistakes(cause: unknown, at: number): Diagnostic[] {
  const path = ['causes', at]
  if (!isMapping(cause)) return [wrong(path, 'a cause is a mapping', remedy)]
  const { name, codes, names = [], words, ...others } = cause
  const isList = (list: unknown, isRight: (one: string) => boolean) =>
    Array.isArray(list) && list.every((one) => typeof one === 'string' && isRight(one))
  const isTerm = (term: string) => splitWords(term).length > 0
  const wrongKeys = [
    ...(typeof name === 'string' && isTerm(name) ? [] : ['name']),
    ...(isList(codes, (code) => /^[A-Z][0-9A-Z]{0,2}$/.test(code)) ? [] : ['codes']),
    ...(isList(names, isTerm) ? [] : ['names']),
    ...(isList(words, isTerm) ? [] : ['words']),
    ...Object.keys(others),
  ]
  return wrongKeys.map((key) =>
    wrong(key in cause ? [...path, key] : path, `"${key}" of this cause is wrong`, remedy),
  )
}

const remedy =
  'write it as { name: Hospitals, codes: [E20, E22], names: [a term], words: [hospital] }: codes ' +
  'are beginnings of NTEE codes, the others texts'
