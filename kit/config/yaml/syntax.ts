import type { Document, YAMLError } from 'yaml'
import type { Violation } from './diagnostics.js'

/**
 * The first error that is no duplicate key, and the duplicate keys before it: further ones are only
 * its consequences.
 */
export function firstErrors({ errors, warnings }: Document): YAMLError[] {
  const all = [...errors, ...warnings]
  const first = all.find(({ code }) => code !== 'DUPLICATE_KEY')
  const isBefore = ({ pos }: YAMLError) => !first || pos[0] < first.pos[0]
  return all.filter(
    (error) => error === first || (error.code === 'DUPLICATE_KEY' && isBefore(error)),
  )
}

/** Remedies in place of messages of the package that name its grammar, or quote the text. */
const remedies: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'write the backslash twice, or the text in single quotes',
  BLOCK_AS_IMPLICIT_KEY: 'write a value that contains ": " in quotes',
  MULTIPLE_DOCS: 'a file is one document: remove this line',
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
  UNEXPECTED_TOKEN: 'this is not allowed here',
}

/** Codes of errors in a line that may be a key without its colon. */
const missingColon: readonly YAMLError['code'][] = [
  ...(['BLOCK_AS_IMPLICIT_KEY', 'MISSING_CHAR', 'MULTILINE_IMPLICIT_KEY'] as const),
]

/** What a YAML error means to the author of the text. */
export function toViolation({ code, message, pos }: YAMLError, text: string): Violation {
  const sign = text[pos[0]]
  const unquoted = (value: string, offset = pos[0]) => ({
    rule: 'yaml-quotes',
    message: `a value that begins with "${text[offset]}" needs quotes`,
    remedy: quoted(text, offset, value),
  })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML, inside { } or [ ]
  if (text.slice(pos[0] - 1, pos[0] + 1) === '${') return unquoted('"${…}"', pos[0] - 1)
  if (code === 'BAD_ALIAS') return unquoted(sign === '*' ? '"*"' : '"&…"')
  if (code === 'BAD_SCALAR_START') return unquoted('"…"')
  if (code === 'DUPLICATE_KEY')
    return {
      rule: 'yaml-duplicate-key',
      message: 'this key occurs twice in one mapping',
      remedy: 'keep one of the two',
    }
  const remedy = toRemedy(code, text, pos[0]) ?? message
  return { rule: 'yaml-syntax', message: 'this is not valid YAML', remedy }
}

function toRemedy(code: YAMLError['code'], text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(start).split(/\r?\n|(?<=\s)#/, 1)[0]!
  if (/^ *\t/.test(line)) return remedies.TAB_AS_INDENT
  if (missingColon.includes(code) && !/[:'"[\]{}]/.test(line))
    return 'write ":" behind the key in this line'
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && text.slice(start, offset).trim() === '')
    return 'begin this line in the column of the others of its list or mapping'
  return remedies[code]
}

/** `write host: "*"`, with the key before the value, if there is one. */
export function quoted(text: string, offset: number, value: string): string {
  const key = /([\w.-]+:)[ \t]+$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[1]
  return `write ${key === undefined ? value : `${key} ${value}`}`
}
