import type { Document, YAMLError } from 'yaml'
import type { Violation } from './diagnostics.js'

/**
 * The first error that is no duplicate key, and the duplicate keys before it: further ones are only
 * its consequences.
 */
export function syntaxErrors({ errors, warnings }: Document): YAMLError[] {
  const all = [...errors, ...warnings]
  const first = all.find(({ code }) => code !== 'DUPLICATE_KEY')
  const isBefore = ({ pos }: YAMLError) => !first || pos[0] < first.pos[0]
  return all.filter(
    (error) => error === first || (error.code === 'DUPLICATE_KEY' && isBefore(error)),
  )
}

/**
 * How to fix errors that the package explains in terms of the grammar, as far as their code
 * identifies it.
 */
const remedies: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'write the backslash twice, or the text in single quotes',
  BLOCK_IN_FLOW: 'inside { } and [ ] write no "-" and no indented mapping',
  MULTIPLE_DOCS: 'a file is one document: remove this line',
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
  UNEXPECTED_TOKEN: 'this is not allowed here',
}

/** The line of an offset, up to its comment. */
function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return text.slice(start).split(/\r?\n|(?<=\s)#/, 1)[0]!
}

/** The code of an error whose line is a key that lacks its colon, as far as it is known. */
const ofColon: readonly YAMLError['code'][] = [
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
]

function lacksColon({ code, pos }: YAMLError, text: string): boolean {
  return ofColon.includes(code) && !/[:'"[\]{}]/.test(lineAt(text, pos[0]))
}

function syntaxRemedy(error: YAMLError, text: string): string {
  const { code, message, pos } = error
  if (/^ *\t/.test(lineAt(text, pos[0]))) return remedies.TAB_AS_INDENT!
  if (lacksColon(error, text)) return 'write ":" behind the key in this line'
  if (code === 'BAD_INDENT' && message.startsWith('Flow'))
    return 'close the { or [ that is open here'
  const isInLine = /[^\s][ \t]*$/.test(text.slice(text.lastIndexOf('\n', pos[0] - 1) + 1, pos[0]))
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && isInLine)
    return 'write a value that contains ": " in quotes'
  const isColumn = ['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY'].includes(code)
  if (isColumn) return 'begin this line in the column of the others of its list or mapping'
  return remedies[code] ?? message
}

/** What a YAML error means to the author of the text. */
export function syntaxViolation(error: YAMLError, text: string): Violation {
  const { code, pos } = error
  const sign = text[pos[0]]
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
  if (text.slice(pos[0] - 1, pos[0] + 1) === '${') {
    return {
      rule: 'yaml-quotes',
      message: 'a variable needs quotes inside { } and [ ]',
      remedy: quoted(text, pos[0] - 1, '"${…}"'),
    }
  }
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML
  const unquoted = (value: string) => ({
    rule: 'yaml-quotes',
    message: `a value that begins with "${sign}" needs quotes`,
    remedy: quoted(text, pos[0], value),
  })
  switch (code) {
    case 'DUPLICATE_KEY':
      return {
        rule: 'yaml-duplicate-key',
        message: 'this key occurs twice in one mapping',
        remedy: 'keep one of the two',
      }
    case 'BAD_ALIAS':
      return unquoted(sign === '*' ? '"*"' : '"&…"')
    case 'BAD_SCALAR_START':
      return unquoted('"…"')
    default:
      return {
        rule: 'yaml-syntax',
        message: 'this is not valid YAML',
        remedy: syntaxRemedy(error, text),
      }
  }
}

/** `write host: "*"`, with the key before the value, if there is one. */
export function quoted(text: string, offset: number, value: string): string {
  const key = /([\w.-]+:)[ \t]+$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[1]
  return `write ${key === undefined ? value : `${key} ${value}`}`
}
