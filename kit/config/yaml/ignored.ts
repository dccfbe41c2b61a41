import type { PlacedDiagnostic } from './diagnostics.js'

const comment = /#.*\bcheck-ignore:\s*([\w-]+(?:\s*,\s*[\w-]+)*)/

/**
 * Whether the operator has silenced a finding: `# check-ignore: rule-id` in its line, or in the
 * comments right above it. Errors cannot be silenced.
 * @param text The file that it was found in.
 */
export function ignoredIn(text: string): (mistake: PlacedDiagnostic) => boolean {
  if (!text.includes('check-ignore')) return () => false
  const lines = text.split(/\r?\n/)
  const names = (line: string | undefined, rule: string) =>
    comment
      .exec(line ?? '')?.[1]
      ?.split(/\s*,\s*/)
      .includes(rule) === true
  return function isIgnored({ severity, line, rule }) {
    if (severity === 'error') return false
    if (names(lines[line - 1], rule)) return true
    for (let above = line - 2; /^\s*#/.test(lines[above] ?? ''); above--)
      if (names(lines[above], rule)) return true
    return false
  }
}
