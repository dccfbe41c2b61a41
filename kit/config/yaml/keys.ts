import { type Document, isCollection, isScalar, visit } from 'yaml'
import type { Violation } from './diagnostics.js'
import { type Span, spanOf } from './places.js'

/** White space that looks like an indentation, and is text to YAML. */
const strangeSpace = /^[ \t]*[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/

export const strangeIndent: Violation = {
  rule: 'yaml-syntax',
  message: 'this line is indented with a character that is no space',
  remedy: 'delete what is before its first letter, and indent it with spaces',
}

/** The starts of the lines that begin with such white space. */
export function strangeLines(text: string, lineStarts: readonly number[]): number[] {
  return lineStarts.filter((start) => strangeSpace.test(text.slice(start, start + 200)))
}

/** `{{ X }}` of a template is a mapping whose key is a mapping; a key may begin with odd space. */
export function findWrongKeys(
  document: Document,
  text: string,
  report: (span: Span, violation: Violation) => void,
): void {
  visit(document, {
    Pair(_, { key }) {
      const span = spanOf(key)
      if (isCollection(key)) {
        const remedy = 'write it in quotes if it is text, as in "{{ … }}"'
        report(span, { rule: 'yaml-quotes', message: 'a key is a name', remedy })
      } else if (isScalar(key) && strangeSpace.test(text.slice(...span)))
        report(span, strangeIndent)
    },
  })
}
