/**
 * ASCII capitals in lower case; other letters as they are, as Elasticsearch's `case_insensitive`
 * does it.
 */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Whether texts are of a pattern in which `*` stands for any letters, `?` for one and a backslash
 * takes the next letter as it is. Linear in time however many stars there are.
 */
export function wildcard(pattern: string, anyCase = false): (text: string) => boolean {
  const parts = compile(anyCase ? foldAscii(pattern) : pattern)
  if (parts.length === 1 && parts[0] === 'many') return () => true
  return (text) => holds(parts, Array.from(anyCase ? foldAscii(text) : text))
}

/** Whether a field name is of a simple pattern with stars (`*_year`, `name*`). */
export function namePattern(pattern: string): (name: string) => boolean {
  return pattern.includes('*')
    ? wildcard(pattern.replace(/[\\?]/g, '\\$&'))
    : (name) => name === pattern
}

type Part = 'many' | 'one' | { letter: string }

function compile(pattern: string): Part[] {
  const parts: Part[] = []
  let isEscaped = false
  for (const letter of pattern) {
    if (isEscaped || !'*?\\'.includes(letter)) parts.push({ letter })
    else if (letter === '?') parts.push('one')
    else if (letter === '*' && parts.at(-1) !== 'many') parts.push('many')
    isEscaped = !isEscaped && letter === '\\'
  }
  return isEscaped ? [...parts, { letter: '\\' }] : parts
}

function holds(parts: readonly Part[], letters: readonly string[]): boolean {
  let part = 0
  let at = 0
  let star = -1
  let resume = 0
  while (at < letters.length) {
    const here = parts[part]
    if (here === 'many') {
      star = part++
      resume = at
    } else if (here !== undefined && (here === 'one' || here.letter === letters[at])) {
      part++
      at++
    } else if (star >= 0) {
      part = star + 1
      at = ++resume
    } else return false
  }
  return parts.slice(part).every((left) => left === 'many')
}
