import { request } from 'undici'
import { markdown } from '../report.js'
import { type Answer, type Organizations, type Verdict, verdictOn } from './judge.js'
import { isHeldOut, type Kind, type Question } from './questions.js'

/** A gateway, and an API key for it. */
export interface Door {
  url: string
  key: string
}

/** A question, what was answered and whether that is right. */
export interface Asked {
  kind: Kind
  question: Question
  answer: Answer
  verdict: Verdict
}

/** Path and query of the call that asks a question. */
export function callOf({ door }: Pick<Kind, 'door'>, { text }: Pick<Question, 'text'>): string {
  const path = door === 'find' ? '' : '/suggest'
  return `/api/v1/organizations${path}?q=${encodeURIComponent(text)}`
}

/** Asks by the path of `callOf`. @throws Error when the gateway refuses it. */
export async function answerTo({ url, key }: Door, call: string): Promise<Answer> {
  const { statusCode, body } = await request(url + call, { headers: { 'x-api-key': key } })
  if (statusCode !== 200) throw new Error(`${call}: ${statusCode} ${await body.text()}`)
  const { data, meta } = (await body.json()) as {
    data: Record<'results' | 'suggestions', { id: string }[] | undefined>
    meta: Answer['meta']
  }
  return { hits: (data.results ?? data.suggestions ?? []).map(({ id }) => id), meta }
}

/** Asks the questions of all kinds, one after the other. */
export async function askAll(
  door: Door,
  kinds: readonly Kind[],
  organizations: Organizations,
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const kind of kinds)
    for (const question of kind.questions) {
      const answer = await answerTo(door, callOf(kind, question))
      asked.push({ kind, question, answer, verdict: verdictOn(question, answer, organizations) })
    }
  return asked
}

/** The share of questions, from 0 to 1, that are right so far down. */
export function shareOf(asked: readonly Asked[], depth: keyof Verdict): number {
  return asked.filter(({ verdict }) => verdict[depth]).length / asked.length
}

const titles = { first: 'first', three: 'top 3', ten: 'top 10' }
const depths = ['first', 'three', 'ten'] as const

/**
 * Per cent right by kind, of the questions that may be looked at and of those that are held out, as
 * a table of Markdown.
 */
export function tableOf(asked: readonly Asked[]): string {
  const halves = (['tuning', 'held out'] as const).filter((half) => asked.some(isOf(half)))
  const cells = (some: readonly Asked[]) =>
    halves.flatMap((half) => {
      const part = some.filter(isOf(half))
      const per = depths.map((depth) => (100 * shareOf(part, depth)).toFixed(0))
      return [String(part.length), ...(part.length > 0 ? per : ['', '', ''])]
    })
  const columns = halves.flatMap((half) => [half, ...Object.values(titles)])
  const kinds = [...new Set(asked.map(({ kind }) => kind))]
  const rows = kinds.map((kind) => [kind.name, ...cells(asked.filter((one) => one.kind === kind))])
  return markdown(['kind', ...columns], [...rows, ['all', ...cells(asked)]])
}

const isOf = (half: 'tuning' | 'held out') => (one: Asked) =>
  isHeldOut(one.question) === (half === 'held out')

/** Questions that are not right at each depth, a line each; never one that is held out. */
export function failuresOf(asked: readonly Asked[], organizations: Organizations): string[] {
  const named = (ids: readonly string[]) =>
    ids
      .slice(0, 3)
      .map((id) => `${organizations.get(id)?.name ?? 'unknown'} (${id})`)
      .join(', ') || 'none'
  return asked
    .filter(({ question }) => !isHeldOut(question))
    .flatMap(({ kind, question, answer, verdict }) => {
      const wrong = depths.filter((depth) => !verdict[depth]).map((depth) => titles[depth])
      if (wrong.length === 0) return []
      const { text, right, reason: _, ...other } = question
      const meant = right ? named(right) : JSON.stringify(other)
      const place = `${kind.name}, wrong in ${wrong.join(', ')}`
      return [`${place}: "${text}" means ${meant}; found ${named(answer.hits)}`]
    })
}
