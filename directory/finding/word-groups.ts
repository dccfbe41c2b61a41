import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import { type Cause, readCauses } from './causes.js'
import { makeFileReader, type ReadFile } from './configured-file.js'
import { splitWords } from './words.js'

/** The file of words that mean the same, in the configuration folder (docs/finding.md). */
const wordsFile = 'words.yml'

/** What a term means besides itself. */
export interface Meaning {
  /** Terms that mean the same: each is a word or some words. */
  others: readonly string[]
  /** The cause that it names (causes.yml). */
  cause?: string
}

/** Terms with what they mean. */
export type WordGroups = ReadonlyMap<string, Meaning>

/** What typed texts are read by. */
interface Words {
  groups: WordGroups
  /** Terms of questions and of tax status, which say nothing of what is looked for. */
  asking: ReadonlySet<string>
}

/** Bounds of a group: each of its terms is searched wherever one of them is typed. */
const most = { groups: 2000, terms: 8 }
/** Words of a term, at most. */
export const longestTerm = 8

const none: Words = { groups: new Map(), asking: new Set() }

const readWords = makeFileReader(wordsFile, none, (source) => {
  const { groups, asking = [] } = isMapping(source.value) ? source.value : {}
  const found = [
    ...(Array.isArray(groups) ? mistakesIn(groups) : [noGroups]),
    ...(Array.isArray(asking)
      ? asking.flatMap((term, i) => wrongTerm(term, ['asking', i]))
      : [noAsking]),
  ]
  if (found.length > 0) return { content: none, mistakes: source.placeAll(found) }
  const terms = (groups as string[][]).flatMap((group) =>
    group.map((term) => {
      const others = group.filter((one) => one !== term).map(keyOf)
      return [keyOf(term), { others }] as const
    }),
  )
  return {
    content: { groups: new Map(terms), asking: new Set((asking as string[]).map(keyOf)) },
    mistakes: [],
  }
})

/** The groups joined with the causes of both files, as they were read last. */
let joined: { words: Words; causes: readonly Cause[]; groups: WordGroups } | undefined

/** Reads the words of the configuration, and the causes that they name. */
export function readWordGroups(): Words & Pick<ReadFile<Words>, 'mistakes'> {
  const { content: words, mistakes } = readWords()
  const { content: causes, mistakes: ofCauses } = readCauses()
  if (joined?.words !== words || joined.causes !== causes)
    joined = { words, causes, groups: withCauses(words.groups, causes) }
  return { ...words, groups: joined.groups, mistakes: [...mistakes, ...ofCauses] }
}

/** A term of a cause, in both numbers, and what means the same as one, name the cause. */
function withCauses(groups: WordGroups, causes: readonly Cause[]): WordGroups {
  const named = causes.flatMap(({ name, names, words }) =>
    [...names, ...words].flatMap((term) => {
      const same = [term, ...(groups.get(term)?.others ?? [])]
      return same.map((one) => {
        const others = [
          ...(groups.get(one)?.others ?? []),
          ...same.filter((other) => other !== one),
        ]
        return [one, { others: [...new Set(others)], cause: name }] as const
      })
    }),
  )
  return new Map([...groups, ...named])
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
const noAsking = wrong(['asking'], '"asking" is no list', 'write a list of terms, or remove it')

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
    const mistakes = wrongTerm(term, place)
    if (mistakes.length > 0) return mistakes
    const words = splitWords(term as string)
    const before = seen.get(words.join(' '))
    seen.set(words.join(' '), at)
    if (before === undefined) return []
    const message = `this term is in group ${before + 1} of the list, too`
    return [wrong(place, message, 'keep it in one group: join the two, or leave it out of one')]
  })
}

function wrongTerm(term: unknown, path: Path): Diagnostic[] {
  const { length } = typeof term === 'string' ? splitWords(term) : []
  if (length > 0 && length <= longestTerm) return []
  const message = `a term is a text of one to ${longestTerm} words`
  return [wrong(path, message, 'write a number, true, false or null in quotes')]
}
