import type { Random } from '../../dev/samples/random.js'
import type { Organization } from '../../directory/fields/organization.js'
import type { Question } from './questions.js'
import type { Register } from './register.js'
import { keyOf, mistakes, spellings, wordsOf } from './words.js'

/** Makes a question of an organization, if its rule fits it. */
export type Rule = (one: Organization, register: Register, random: Random) => Question | undefined

/** At most so many are right: more would make a question easy. */
const most = 5

/** A question that few enough organizations answer. */
const meaning = (text: string, right: readonly string[]): Question | undefined =>
  right.length > 0 && right.length <= most ? { text, right: [...right] } : undefined

/** The whole name. */
export function fullName({ name }: Organization, register: Register) {
  const { length } = wordsOf(name)
  return length > 1 && length < 9 ? meaning(name.toLowerCase(), register.bearing(name)) : undefined
}

/** The last long word of the name, and the first two of the other name. */
export function secondName(
  { name, alternate_names: [other = ''] = [] }: Organization,
  register: Register,
) {
  if (/\b(pmb|attn|bank|trust|investments?|ttee|tr|po box)\b/i.test(other)) return undefined // no name
  const own = wordsOf(name).filter((word) => /^[a-z]{5,}$/.test(word))
  const words = [...own.slice(-1), ...wordsOf(other).slice(0, 2)]
  return own.length > 0 && words.length === 3 && new Set(words).size === 3
    ? meaning(words.join(' '), register.holding(words))
    : undefined
}

/** One spelling of a group in place of the one in the name. */
export function spelling(group: number): Rule {
  const forms = spellings[group]!
  return ({ name }, register, random) => {
    const text = ` ${name.toLowerCase()} `
    const held = forms
      .toSorted((a, b) => b.length - a.length)
      .find((one) => text.includes(` ${one} `))
    if (held === undefined || wordsOf(name).length > 7) return undefined
    const other = random.pick(forms.filter((one) => one !== held))
    return meaning(text.replace(` ${held} `, ` ${other} `).trim(), register.bearingRespelled(name))
  }
}

/** O'Neill, O Neill and ONeill. */
export function withO({ name }: Organization, register: Register, random: Random) {
  const o = /\bo[' ]?(?=(?:brien|neill?|connor|leary|hara|malley|reilly|donnell|keefe)\b)/
  const text = name.toLowerCase()
  if (!o.test(text) || wordsOf(name).length > 7) return undefined
  const typed = text.replace(o, random.pick(["o'", 'o ', 'o']))
  return typed === text ? undefined : meaning(typed, register.bearingRespelled(name))
}

/** Ways to write an EIN; undefined where one has nothing to change. */
export function identifiers(): readonly ((ein: string) => string | undefined)[] {
  const dashed = (ein: string) => `${ein.slice(0, 2)}-${ein.slice(2)}`
  return [
    (ein) => ein,
    dashed,
    (ein) => dashed(ein).replace('-', ' '),
    (ein) => `EIN ${dashed(ein)}`,
    (ein) => `EIN: ${ein}`,
    (ein) => `ein:${dashed(ein)}`,
    (ein) => `#${dashed(ein)}`,
    (ein) => `us-ein-${ein}`,
    (ein) => `US-EIN-${ein}`,
    (ein) => `us-${ein}`,
    (ein) => `tax id ${dashed(ein)}`,
    (ein) => `${ein.slice(0, 3)} ${ein.slice(3, 6)} ${ein.slice(6)}`,
    (ein) => (ein.startsWith('0') ? ein.slice(1) : undefined), // as spreadsheets write it
  ]
}

/** The EIN of an organization in one of these ways. */
export function identifier(form: (ein: string) => string | undefined): Rule {
  return ({ tax_code: ein, id }) => {
    const text = form(ein!)
    return text === undefined ? undefined : { text, right: [id] }
  }
}

/** One letter wrong, not the first, in a word of five or more. */
export function typo(mistake: (word: string, at: number) => string): Rule {
  return ({ name }, register, random) => {
    const words = keyOf(name).split(' ')
    const long = words.filter((word) => /^[a-z]{5,}$/.test(word))
    if (words.length < 2 || words.length > 4 || long.length === 0) return undefined
    const word = random.pick(long)
    const wrong = mistake(word, 1 + random.below(word.length - 1))
    const text = words.with(words.indexOf(word), wrong).join(' ')
    const isMeant = wrong !== word && register.beginning(wordsOf(text)).length === 0
    return isMeant ? meaning(text, register.bearing(name)) : undefined
  }
}

/** What people call a local group of these. */
const localGroups: Readonly<Record<string, string>> = {
  legion: 'post',
  wars: 'post',
  columbus: 'council',
  elks: 'lodge',
  masons: 'lodge',
  moose: 'lodge',
  union: 'local',
}

/** A name and the number that it ends with, or that the other name begins with. */
export function numbered(
  { name, alternate_names: [other = ''] = [] }: Organization,
  register: Register,
) {
  const words = wordsOf(name).filter((word) => /^[a-z]+$/.test(word))
  const [number] =
    /(?<= )[1-9]\d{0,3}(?=\n)|(?<=\n)[1-9]\d{0,3}(?= [A-Z])/.exec(`${name}\n${other}`) ?? []
  if (number === undefined || words.length > 4 || words.length < 2) return undefined
  const group = words.flatMap((word) => localGroups[word] ?? []).slice(0, 1)
  const right = register.holding([...words, number])
  return meaning(
    [...words, ...group.filter((one) => !words.includes(one)), number].join(' '),
    right,
  )
}

/** Two long words of the name, then the city, as some type it. */
export function nameAndCity(
  { name, city, region }: Organization,
  register: Register,
  random: Random,
) {
  const own = wordsOf(name)
    .filter((word) => /^[a-z]{4,}$/.test(word))
    .slice(0, 2)
  if (own.length < 2 || city === undefined || !/^[A-Z ]{4,}$/.test(city)) return undefined
  const place = city.toLowerCase()
  if (own.some((word) => place.includes(word))) return undefined
  const typed = random.pick([place, `${place} ${region}`, `${place}, ${region}`, `in ${place}`])
  const right = register.holding([...own, ...wordsOf(place)], ({ city = '' }) => [city])
  return meaning(`${own.join(' ')} ${typed}`, right)
}

/** The first letters, until ten names have words that begin so. */
export function begun({ name }: Organization, register: Register) {
  const typed = firstLetters(name, register)
  return typed && meaning(typed.join(' '), register.bearing(name))
}

/** The same with a letter wrong, where ten names at most fit. */
export function begunWithTypo({ name }: Organization, register: Register, random: Random) {
  const typed = firstLetters(name, register)
  const long = typed?.filter((word) => /^[a-z]{4,}$/.test(word)) ?? []
  if (typed === undefined || long.length === 0) return undefined
  const word = random.pick(long)
  const mistake = random.pick(Object.values(mistakes))
  const wrong = mistake(word, 1 + random.below(word.length - 1))
  const all = typed.with(typed.indexOf(word), wrong)
  // a list of ten must have room for all that fit
  if (wrong === word || register.beginning(all, true).length > 10) return undefined
  return meaning(all.join(' '), register.bearing(name))
}

function firstLetters(name: string, register: Register): string[] | undefined {
  const words = wordsOf(name)
  if (words.length < 2 || words.length > 8) return undefined
  const whole = words.join(' ')
  for (let length = 4; length <= whole.length; length++) {
    const typed = whole.slice(0, length).trim().split(' ')
    if (register.beginning(typed).length <= 10) return typed
  }
  return undefined
}
