import { requiredSetting } from '../../kit/config/settings.js'
import type { Diagnostic, Path, PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { configurationFiles, readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import { splitWords } from './words.js'

/** The file of words that mean the same, in the configuration folder (docs/finding.md). */
export const wordsFile = 'words.yml'

/** Terms that mean the same as another one: each is a word or some words. */
export type WordGroups = ReadonlyMap<string, readonly string[]>

/** What the file says, and what is wrong with it. */
export interface ReadGroups {
  groups: WordGroups
  mistakes: PlacedDiagnostic[]
}

/** Bounds of a group: each of its terms is searched wherever one of them is typed. */
const most = { groups: 2000, terms: 8 }
/** Words of a term, at most. */
export const longestTerm = 8

const none: ReadGroups = { groups: new Map(), mistakes: [] }
let known: { text: string; read: ReadGroups } | undefined

/** Reads the file; without one no words mean the same. The same text is read once. */
export function readWordGroups(): ReadGroups {
  const configDir = requiredSetting('CONFIG_DIR')
  if (!configurationFiles(configDir).includes(wordsFile)) return none
  const { file, text } = readConfigurationFile(configDir, wordsFile)
  if (known?.text !== `${file}\n${text}`)
    known = { text: `${file}\n${text}`, read: read(file, text) }
  return known.read
}

function read(file: string, text: string): ReadGroups {
  const source = parseSource(file, text, () => undefined)
  if (source.mistakes.length > 0) return { ...none, mistakes: source.mistakes }
  const groups = isMapping(source.value) ? source.value.groups : undefined
  const found = Array.isArray(groups) ? mistakesIn(groups) : [noGroups]
  if (found.length > 0) return { ...none, mistakes: source.placeAll(found) }
  const terms = (groups as string[][]).flatMap((group) =>
    group.map((term) => [keyOf(term), group.filter((one) => one !== term).map(keyOf)] as const),
  )
  return { groups: new Map(terms), mistakes: [] }
}

/** A term in the form in which texts are compared. */
const keyOf = (term: string): string => splitWords(term).join(' ')

const wrong = (path: Path, message: string, remedy: string): Diagnostic => ({
  ...{ path, rule: 'word-group', message, remedy },
})
const noGroups = wrong(
  [],
  'there is no list "groups"',
  'write groups: [] or a list of groups, such as - [saint, st]',
)

function mistakesIn(groups: readonly unknown[]): Diagnostic[] {
  const seen = new Map<string, number>()
  const found = groups.flatMap((group, i) => mistakesOf(group, ['groups', i], seen, i))
  if (groups.length <= most.groups) return found
  const message = `there are more than ${most.groups} groups`
  return [wrong(['groups', most.groups], message, 'leave out those that nobody asks for')]
}

function mistakesOf(
  group: unknown,
  path: Path,
  seen: Map<string, number>,
  at: number,
): Diagnostic[] {
  if (!Array.isArray(group) || group.length < 2 || group.length > most.terms) {
    const remedy = 'write them between brackets: [saint, st]'
    return [wrong(path, `a group is a list of two to ${most.terms} terms`, remedy)]
  }
  return group.flatMap((term: unknown, i) => {
    const place = [...path, i]
    const words = typeof term === 'string' ? splitWords(term) : []
    if (words.length === 0 || words.length > longestTerm) {
      const message = `a term is a text of one to ${longestTerm} words`
      return [wrong(place, message, 'write a number, true, false or null in quotes')]
    }
    const before = seen.get(words.join(' '))
    seen.set(words.join(' '), at)
    if (before === undefined) return []
    const message = `this term is in group ${before + 1} of the list, too`
    return [wrong(place, message, 'keep it in one group: join the two, or leave it out of one')]
  })
}
