import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * What guessers try first: the passwords that leaks showed most often, and what is built like them. A common password of
 * twelve letters or more is a common word or a walk over the keyboard, perhaps repeated, with a few digits and signs
 * around; a list holds few of that length.
 */
const listed: readonly string[] = dictionary['passwords-common'] // looked through when one is set: a Set costs each start 9 ms

/** Words that passwords are made of, most common first by the usual published counts; lower case, no doubles. */
const words = `
password passwort passwd pass qwerty azerty qwertz iloveyou loveyou love lovely welcome letmein login admin administrator
root user guest default master access secret private computer internet test testing temp changeme hello hallo bonjour
dragon monkey princess sunshine football baseball basketball hockey soccer shadow superman batman spiderman ironman
pokemon starwars matrix freedom whatever trustno michael jordan jennifer jessica ashley daniel charlie thomas andrew
joshua matthew robert george william james anthony nicole hannah amanda michelle maggie ginger pepper bailey buster
killer hunter ranger harley tigger summer winter spring autumn january february march april june july august september
october november december monday tuesday wednesday thursday friday saturday sunday london paris berlin america canada
england france germany liverpool arsenal chelsea barcelona juventus google facebook apple microsoft samsung nintendo
mustang ferrari porsche mercedes corvette yamaha cookie chocolate banana orange purple yellow silver golden diamond
flower butterfly angel baby family friend friends forever happy lucky magic music guitar soccer tennis pretty
mother father sister brother jesus christ blessed heaven money cheese coffee pizza hottie sweet sugar honey
cowboy cowgirl phoenix wizard knight warrior eagle falcon tiger lion panther dolphin horse kitten puppy
asdf zxcv abc abcd qwer qaz wsx company corporate office server system network database nonprofit organization
organisation directory charity foundation donate volunteer api key token elasticsearch
`
  .trim()
  .split(/\s+/)

/** Rows and columns of keyboards, the alphabet and the digits: fingers walk along them in both directions. */
const paths = [
  '12345678901234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'abcdefghijklmnopqrstuvwxyz',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
].flatMap((path) => [path, [...path].reverse().join('')])

const shortestWalk = 4
/** Stands for a walk or a repeated letter. */
const walk = '\uE000'
const between = '[^a-z\\uE000]{0,6}'

/** One word, once or repeated, perhaps between walks; or walks alone. */
function guessedForm(own: readonly string[]): RegExp {
  const all = [...words, ...own].map((word) => word.replace(/[^a-z]/g, '')).filter((word) => word.length > 2)
  const word = `(${all.join('|')})`
  return new RegExp(`^(?:(?:${walk}${between})?${word}(?:${between}(?:\\1|${walk}))*|${walk}(?:${between}${walk})*)$`)
}

const signs: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Whether a password is among the first that a guesser tries.
 * @param own Words of the account, such as the e-mail address and the name.
 */
export function isCommon(password: string, own: readonly string[]): boolean {
  const plain = password.toLowerCase()
  if (listed.includes(plain) || new Set(plain).size < 4 || own.some((text) => text.toLowerCase() === plain)) return true
  const form = guessedForm(own.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]).map((text) => text.toLowerCase()))
  const core = shortened(plain).replace(/^[^a-z\uE000]{0,6}|[^a-z\uE000]{0,6}$/g, '')
  const readable = core.replace(/[@$!013457]/g, (sign) => signs[sign] ?? sign)
  return form.test(core) || form.test(readable)
}

/** The text with every walk of four or more, and every letter repeated as often, as one sign. */
function shortened(text: string): string {
  let rest = text
  let short = ''
  while (rest !== '') {
    const length = Math.max(repeatAt(rest), walkAt(rest))
    short += length >= shortestWalk ? walk : rest[0]
    rest = rest.slice(length >= shortestWalk ? length : 1)
  }
  return short
}

function repeatAt(text: string): number {
  let length = 1
  while (text[length] === text[0]) length++
  return length
}

/** How far the text's beginning follows a path. */
function walkAt(text: string): number {
  let length = shortestWalk - 1
  while (length < text.length && paths.some((path) => path.includes(text.slice(0, length + 1)))) length++
  return length
}
