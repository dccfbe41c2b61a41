import type { Change, Effect } from './change.js'

const headings: Readonly<Record<Effect, string>> = {
  allows: 'Becomes allowed',
  refuses: 'Becomes refused',
  changes: 'Other changes',
}

const nothing = 'No difference'

/** A comparison for a terminal: under each heading a line for each change, with its place. */
export function changesText(changes: readonly Change[]): string {
  return written(
    changes,
    (heading) => heading,
    ({ part, text, place }) => {
      return `  ${part}: ${text}${place === undefined ? '' : ` (${place})`}`
    },
  )
}

/** The same as Markdown, for a comment on a pull request. Names of the YAML stay plain text. */
export function changesMarkdown(changes: readonly Change[]): string {
  return written(
    changes,
    (heading) => `### ${heading}\n`,
    ({ part, text, place }) => {
      const where = place === undefined ? '' : ` (${escaped(place)})`
      return `- **${escaped(part)}**: ${escaped(text)}${where}`
    },
  )
}

function written(
  changes: readonly Change[],
  head: (heading: string) => string,
  line: (change: Change) => string,
): string {
  if (changes.length === 0) return nothing
  const blocks = Object.entries(headings).flatMap(([effect, heading]) => {
    const lines = changes.filter((change) => change.effect === effect).map(line)
    return lines.length > 0 ? [[head(heading), ...lines].join('\n')] : []
  })
  return blocks.join('\n\n')
}

/** Without a meaning in Markdown or HTML; a name behind `@` is nobody who is told of it. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#!|~&:.$^+=-]/g, '\\$&').replaceAll('@', '@\u200b')
}
