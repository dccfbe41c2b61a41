import { type Document, type Scalar, visit } from 'yaml'
import type { Violation } from './diagnostics.js'
import { type Span, toSpan } from './places.js'

/**
 * The value of a setting by name, or undefined when it has none. May throw a plain Error.
 * @param fallback The default next to the name in the file, which applies then.
 */
export type SettingOf = (name: string, fallback?: string) => string | undefined

/** Records a mistake at a place in the text. */
export type ReportAt = (span: Span, violation: Violation) => void

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/**
 * Replaces the variables in every string value (not in keys) of the document.
 * @param used Records which of them gave a value its text.
 */
export function substitute(
  document: Document,
  settingOf: SettingOf,
  used: Map<Scalar, string[]>,
  report: ReportAt,
): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
      const span = toSpan(node)
      if (node.value.replaceAll(variable, '').includes('${')) {
        const remedy = 'write a name in it, or a name and a default, as in this file'
        report(span, { rule: 'variable-syntax', message: '"${" begins no variable here', remedy })
        return
      }
      const names: string[] = []
      used.set(node, names)
      node.value = node.value.replaceAll(variable, (_, name: string, fallback?: string) => {
        try {
          const value = settingOf(name, fallback)
          if (value !== undefined) names.push(name)
          else if (fallback === undefined) {
            const remedy = `set ${name}, or write \${${name}:-default}`
            report(span, { rule: 'variable-missing', message: `${name} has no value`, remedy })
          }
          return value ?? fallback ?? ''
        } catch (error) {
          const remedy = (error as Error).message
          report(span, { rule: 'variable-unusable', message: `${name} cannot be used`, remedy })
          return ''
        }
      })
    },
  })
}

/**
 * Copies every text. As slices of the file they would have two bytes per letter if any letter of it
 * needs two, even in a comment, and so would everything built from them with each request: log
 * lines, headers.
 */
export function copyTexts(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string') node.value = Buffer.from(node.value).toString()
    },
  })
}
