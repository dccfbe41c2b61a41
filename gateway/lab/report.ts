import type { Change, Effect } from './change.js'
import type { Flip, ReplayReport } from './decisions.js'
import { cutText } from './words.js'

/** What a configuration does in place of another one. */
export interface Effects {
  changes: readonly Change[]
  /** Absent where nothing was replayed. */
  replay?: ReplayReport
  /** Why that failed. */
  notReplayed?: string
}

/** For a terminal, or for a comment on a pull request. */
export type ReportFormat = 'text' | 'markdown'

const headings: Readonly<Record<Effect, string>> = {
  allows: 'Becomes allowed',
  refuses: 'Becomes refused',
  changes: 'Other changes',
}

/** Characters of the body of an example that are printed. */
const longestBody = 200

/** The differences, under each heading a line for each with its place, and what was replayed. */
export function printEffects(
  { changes, replay, notReplayed }: Effects,
  format: ReportFormat,
): string {
  const isMarkdown = format === 'markdown'
  const head = (title: string) => (isMarkdown ? `### ${title}\n` : title)
  const line = isMarkdown ? changeMarkdown : changeText
  const blocks = Object.entries(headings).flatMap(([effect, title]) => {
    const lines = changes.filter((change) => change.effect === effect).map(line)
    return lines.length > 0 ? [[head(title), ...lines].join('\n')] : []
  })
  return [
    ...(blocks.length > 0 ? blocks : ['No difference']),
    ...(replay ? [replayLines(replay, format).join('\n')] : []),
    ...(notReplayed === undefined ? [] : [notReplayed]),
  ].join('\n\n')
}

function changeText({ part, text, place }: Change): string {
  return `  ${part}: ${text}${place === undefined ? '' : ` (${place})`}`
}

function changeMarkdown({ part, text, place }: Change): string {
  const where = place === undefined ? '' : ` (${escapeMarkdown(place)})`
  return `- **${escapeMarkdown(part)}**: ${escapeMarkdown(text)}${where}`
}

/** Without a meaning in Markdown or HTML; a name behind `@` is nobody who is told of it. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#!|~&:.$^+=-]/g, '\\$&').replaceAll('@', '@\u200b')
}

/** How many of the recorded requests are decided otherwise, and by which parameters. */
function replayLines({ requests, flipped, flips }: ReplayReport, format: ReportFormat): string[] {
  const share = requests === 0 ? '' : ` (${formatPercent(flipped / requests)})`
  const total = `${flipped} of the last ${requests} requests are decided otherwise${share}`
  if (format === 'text')
    return [
      total,
      ...flips.flatMap((flip) => [
        `  ${ruleText(flip)}  ${flip.from} → ${flip.to}, ${countText(flip)}`,
        `    such as ${exampleText(flip)}`,
      ]),
    ]
  return [
    `### Replay\n\n${total}`,
    ...flips.flatMap((flip) => [
      `- ${code(ruleText(flip))}: ${code(flip.from)} → ${code(flip.to)}, ${countText(flip)}`,
      `  - such as ${code(exampleText(flip))}`,
    ]),
  ]
}

const ruleText = ({ pipeline, step, rule, place }: Flip) =>
  [pipeline, step, rule, place].filter(Boolean).join(' ')

const countText = ({ count }: Flip) => (count === 1 ? 'once' : `${count} times`)

function exampleText({ example: { method, url, body = '', caller } }: Flip): string {
  const cut = cutText(body, longestBody)
  return `${method} ${url} by ${caller}${cut && `: ${cut}`}`
}

/** Markdown that is shown as written. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** `0.352 %` */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}
