import type { Flip, ReplayReport } from './flip.js'
import type { Shape } from './shape.js'

export type ReportFormat = 'text' | 'markdown'

/** Of an example, characters of its body that are printed. */
const longestBody = 200

/** How many of the kept decisions change, and by which rules, for people. */
export function replayReport(replay: ReplayReport, format: ReportFormat): string {
  const { requests, flipped, flips, notJudged = [] } = replay
  const share = requests === 0 ? '' : ` (${percent(flipped / requests)})`
  const lines = [
    `${flipped} of ${requests} decisions change${share}`,
    ...flips.flatMap((flip) => (format === 'markdown' ? inMarkdown(flip) : inText(flip))),
    ...notJudged.map((text) => (format === 'markdown' ? `- ${code(text)}` : `  ${text}`)),
  ]
  return format === 'markdown' ? `### Replay\n\n${lines.join('\n')}` : lines.join('\n')
}

function inText(flip: Flip): string[] {
  return [
    `  ${ruleOf(flip)}  ${flip.from} → ${flip.to}, ${times(flip)}`,
    `    such as ${exampleOf(flip)}`,
  ]
}

function inMarkdown(flip: Flip): string[] {
  const { from, to } = flip
  return [
    `- ${code(ruleOf(flip))}: ${code(from)} → ${code(to)}, ${times(flip)}`,
    `  - such as ${code(exampleOf(flip))}`,
  ]
}

const ruleOf = ({ pipeline, step, rule, place }: Flip) =>
  [pipeline, step, rule, place].filter(Boolean).join(' ')

const times = ({ count }: Flip) => (count === 1 ? 'once' : `${count} times`)

function exampleOf({ example }: Flip): string {
  const { method, url, body } = example
  const cut = body.length > longestBody ? `${body.slice(0, longestBody)}…` : body
  return `${method} ${url} by ${callerOf(example)}${cut && `: ${cut}`}`
}

function callerOf({ caller }: Shape): string {
  if (!caller) return 'a visitor'
  if (caller.kind === 'refused') return 'a credential that is not accepted'
  if (caller.kind === 'unchecked') return 'a credential that was not verified'
  const scopes = caller.scopes.join(', ')
  const plan = caller.plan === undefined ? '' : `, plan ${caller.plan}`
  const where = caller.elsewhere ? ', used where it may not be' : ''
  return `a ${caller.kind} with ${scopes || 'no scope'}${plan}${where}`
}

/** Markdown that is shown as written. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** `0.352 %` */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}
