/** Rows and columns of keyboards, the alphabet and the digits, walked in both directions. */
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

/** Replaces a walk or a repeated letter. */
export const walk = '\uE000'

/**
 * The text with every walk of four or more, and every letter repeated as often, replaced by one
 * character.
 */
export function shortened(text: string): string {
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
  while (length < text.length && paths.some((path) => path.includes(text.slice(0, length + 1))))
    length++
  return length
}
