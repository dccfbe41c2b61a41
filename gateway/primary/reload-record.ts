import { log } from '../../kit/log/log.js'
import type { Change } from '../lab/change.js'
import type { ReplayReport } from '../lab/decisions.js'
import type { Effects } from '../lab/report.js'

/** The way by which a reload came: with the operator's secret, by a signal, or by changed files. */
export type ReloadWay = 'operator' | 'SIGHUP' | 'watch'

/** A reload that was. */
export interface ReloadRecord {
  at: string
  via: ReloadWay
  /** Who asked, as they named themselves. */
  by?: string
  /** Present when it returned to the configuration before. */
  back?: true
  /** The hash of what was in force afterwards; absent when it was refused. */
  hash?: string
  /** What it changes, or would have: the first of it. */
  changes: readonly Change[]
  /** How many changes there were. */
  changed: number
  /** Of the recorded requests. */
  replay?: Pick<ReplayReport, 'requests' | 'flipped'>
  /** Everything that was wrong, each on a line of its own; absent when it is in force. */
  refused?: string
}

/** Changes of a reload, and lines of a refusal, that are kept and logged; characters of each. */
const most = { lines: 50, characters: 300 }

/** The part of a record that says what the reload changed, or would have. */
export function recorded({ changes, replay }: Partial<Effects>) {
  return {
    changes: (changes ?? []).slice(0, most.lines),
    changed: changes?.length ?? 0,
    ...(replay && { replay: { requests: replay.requests, flipped: replay.flipped } }),
  }
}

/**
 * Writes the audit line of a reload.
 * @param before The hash of what was in force before.
 * @param startedAt By the clock of `performance`.
 */
export function auditReload(
  record: ReloadRecord,
  before: string,
  startedAt: number,
  notes: readonly string[] = [],
): void {
  const { at, refused, changes, changed, hash: config, ...asked } = record
  const ms = Math.round(performance.now() - startedAt)
  const sentences = brief(
    changes.map(({ part, text }) => `${part}: ${text}`),
    changed,
  )
  const line = { audit: true, ...asked, before, changes: sentences, ms }
  if (refused === undefined) {
    const event = 'configuration-reloaded'
    log.info(
      { ...line, event, config, ...(notes.length > 0 && { notes }) },
      'configuration reloaded',
    )
  } else {
    const lines = refused.split('\n')
    const mistakes = brief(lines, lines.length)
    log.error(
      { ...line, event: 'configuration-refused', mistakes },
      'configuration refused; the earlier one stays in force',
    )
  }
}

/** @param count How many there were. */
function brief(texts: readonly string[], count: number): string[] {
  const shown = texts.slice(0, most.lines).map((text) => text.slice(0, most.characters))
  return count > shown.length ? [...shown, `and ${count - shown.length} more`] : shown
}
