import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe } from '../../kit/config/yaml/diagnostics.js'
import { parseSource } from '../../kit/config/yaml/source.js'

/** What is asked, and what makes the answer right. One of the four expectations is there. */
export interface Question {
  text: string
  /** Ids of the organizations that are meant: any of them is right. */
  right?: string[]
  /** A regular expression: each of the first ten has such a word in a name or its field of work. */
  only?: string
  /** No such organization exists: nothing is found, or `meta.hints` says what was done instead. */
  none?: true
  /** Members of `meta.understood`; case does not count, further members may be there. */
  understood?: Readonly<Record<string, string>>
  /** Why that is expected, of those that are written by hand; a kind has the rule of the others. */
  reason?: string
}

/** Questions of one kind, as kinds.yml describes it. */
export interface Kind {
  name: string
  /** How its questions are made. */
  rule: string
  /** The search template that is asked. */
  door: 'find' | 'suggest'
  /** The least shares of questions, from 0 to 1, that tests accept. */
  floors: Floors
  questions: readonly Question[]
}

/** Shares of all questions on the four extracts, and of the part that the fixture can answer. */
interface Floors {
  extracts: readonly [first: number, amongTen: number]
  fixture: readonly [first: number, amongTen: number]
}

/** All questions, by kind, the drawn ones first. @throws Error where a file is no YAML. */
export function readKinds(): Kind[] {
  const drawn = read<Question[]>('drawn')
  const written = read<Question[]>('written')
  type Described = Pick<Kind, 'rule' | 'floors'> & Partial<Pick<Kind, 'door'>>
  return Object.entries(read<Described>('kinds')).map(([name, kind]) => ({
    name,
    door: 'find',
    ...kind,
    questions: [...(drawn[name] ?? []), ...(written[name] ?? [])],
  }))
}

function read<Content>(name: string): Record<string, Content> {
  const file = `bench/relevance/${name}.yml`
  const { value, mistakes } = parseSource(file, readFileSync(file, 'utf8'), () => undefined)
  if (mistakes.length > 0) throw new Error(mistakes.map(describe).join('\n'))
  return value as Record<string, Content>
}

/**
 * Whether a question is held out: whoever changes the search looks at the others, and then sees
 * whether these follow. By the hash of its text, so that each keeps its half when others come.
 */
export function isHeldOut({ text }: Question): boolean {
  return createHash('sha256').update(text).digest()[0]! % 2 === 1
}
