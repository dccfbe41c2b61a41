import { dictionary } from '@zxcvbn-ts/language-common'
import { fillers, sayings, words } from './guessed-words.js'
import { shortened, walk } from './keyboard-walks.js'

/**
 * The passwords that guessers try first: the most common ones in leaks, and those built like them.
 * Such a password consists of a few common words, words of the account and keyboard walks, with
 * digits and symbols around.
 */
const listed: readonly string[] = dictionary['passwords-common']

/**
 * Listed passwords that are one word of five letters or more; built when a password is first set:
 * it takes 9 ms.
 */
let listedWords: ReadonlySet<string> | undefined
const shortestListed = 5
const longestListed = 24

/**
 * The cost of a password's parts for a guesser: free for common affixes, and more for rarer words.
 */
const costs = { free: 0, word: 1, listed: 2 } as const
/** A password whose parts cost no more than this counts as guessable. */
const mostGuessed = 3

/** Letters that symbols replace; `1` and `!` may be either of two. */
const signs: Readonly<Record<string, string>> = {
  ...{
    '@': 'a',
    '4': 'a',
    '8': 'b',
    '3': 'e',
    '9': 'g',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
    '+': 't',
    '2': 'z',
  },
}
const readings = [
  { ...signs, '1': 'i', '!': 'i' },
  { ...signs, '1': 'l', '!': 'l' },
] as const

/**
 * Whether a password is among the first that a guesser tries.
 * @param own Words of the account, such as the e-mail address and the name.
 */
export function isCommon(password: string, own: readonly string[]): boolean {
  const plain = password.toLowerCase()
  if (
    listed.includes(plain) ||
    new Set(plain).size < 4 ||
    own.some((text) => text.toLowerCase() === plain)
  )
    return true
  const ownWords = wordsOf(own)
  return spellingsOf(plain).some((core) => core !== '' && costOf(core, ownWords) <= mostGuessed)
}

/**
 * The account's words, of at least three letters: the e-mail address, its parts, its domain; the
 * names.
 */
function wordsOf(own: readonly string[]): string[] {
  const parts = own.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}]+/u)])
  return parts
    .map((part) => part.toLowerCase())
    .flatMap((part) => [part.replace(/[^\p{L}]/gu, ''), ...spellingsOf(part)])
    .filter((part) => part.length > 2)
}

/**
 * The ways to read a password, without blanks and other separators, and without the digits and
 * symbols around it.
 */
function spellingsOf(plain: string): string[] {
  const compact = plain.replace(/[\s_\-.,:;/\\'"]/g, '').replace(/([^\p{L}])\1{2,}/gu, '$1')
  const core = shortened(once(compact)).replace(
    new RegExp(`^[^\\p{L}${walk}]{0,8}|[^\\p{L}${walk}]{0,8}$`, 'gu'),
    '',
  )
  const read = readings.map((reading: Readonly<Record<string, string>>) =>
    core.replace(/[^\p{L}]/gu, (sign) => reading[sign] ?? sign),
  )
  const forward = [core, ...read]
  return [...forward, ...forward.map((text) => [...text].reverse().join(''))].map(once)
}

/** The repeated part of a text that consists of repetitions. */
function once(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, period)
}

/** The cost of the cheapest way to split a text; Infinity when something remains. */
function costOf(text: string, own: readonly string[]): number {
  listedWords ??= new Set(
    listed.filter((one) => one.length >= shortestListed && /^[a-z]+$/.test(one)),
  )
  const best = new Array<number>(text.length + 1).fill(Infinity)
  best[0] = 0
  for (let from = 0; from < text.length; from++) {
    const soFar = best[from]!
    if (soFar > mostGuessed) continue
    const reach = (length: number, cost: number) => {
      best[from + length] = Math.min(best[from + length]!, soFar + cost)
    }
    for (const word of [walk, ...fillers, ...own])
      if (text.startsWith(word, from)) reach(word.length, costs.free)
    for (const word of [...words, ...sayings])
      if (text.startsWith(word, from)) reach(word.length, costs.word)
    for (
      let length = shortestListed;
      length <= longestListed && from + length <= text.length;
      length++
    ) {
      if (listedWords.has(text.slice(from, from + length))) reach(length, costs.listed)
    }
    const between = /^[^\p{L}]{1,6}/u.exec(text.slice(from, from + 6))?.[0]
    if (between) reach(between.length, costs.free)
  }
  return best[text.length]!
}
