import type { Change, Effect } from './change.js'

export type ReportFormat = 'text' | 'markdown'

const titles: Readonly<Record<Effect, string>> = {
  allows: 'Becomes allowed',
  refuses: 'Becomes refused',
  changes: 'Other changes',
}

/** The comparison of two configurations, for people: what becomes allowed is first. */
export function changesReport(changes: readonly Change[], format: ReportFormat): string {
  if (changes.length === 0) return 'Nothing changes.'
  const sections = (Object.keys(titles) as Effect[]).flatMap((effect) => {
    const some = changes.filter((change) => change.effect === effect)
    return some.length === 0 ? [] : [section(titles[effect], some, format)]
  })
  return sections.join('\n\n')
}

function section(title: string, changes: readonly Change[], format: ReportFormat): string {
  const lines = changes.map(({ place, ...change }) => {
    const text = sentenceOf(change)
    if (format === 'markdown') return `- ${escaped(text)}${place ? ` (\`${place}\`)` : ''}`
    return `  ${text}${place ? `  ${place}` : ''}`
  })
  const heading = format === 'markdown' ? `### ${title}\n\n` : `${title}\n`
  return heading + lines.join('\n')
}

/** `organizations: visitors may call GET /organizations` */
export function sentenceOf({ part, text }: Pick<Change, 'part' | 'text'>): string {
  return `${part}: ${text}`
}

/** Text that is no markup. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
}
