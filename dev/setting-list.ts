import { settingTable } from '../kit/config/setting-table.js'
import { withPart } from './doc-tables.js'

type Setting = (typeof settingTable)[string][string]

/** docs/configuration.md with the current tables of settings. */
export function withSettings(text: string): string {
  const sections = Object.entries(settingTable).map(
    ([title, settings]) =>
      `### ${title}\n\n| Setting | Default | Meaning |\n|---|---|---|\n${toRows(settings)}`,
  )
  return withPart(text, 'settings', sections.join('\n\n'))
}

/** One row for each setting with an explanation, and for those before it that have none. */
function toRows(settings: Readonly<Record<string, Setting>>): string {
  const rows: string[] = []
  let names: string[] = []
  for (const [name, { doc }] of Object.entries(settings)) {
    names.push(name)
    if (doc === undefined) continue
    const defaults = toDefaults(names.map((one) => settings[one]!))
    rows.push(`| ${names.join(', ')} | ${defaults} | ${doc} |`)
    names = []
  }
  return rows.join('\n')
}

/** Of settings that are explained together: what all of them have is said once. */
function toDefaults(settings: readonly Setting[]): string {
  const shown = settings.map(({ shownDefault, default: value }) => shownDefault ?? value)
  if (settings.some(({ shownDefault }) => shownDefault)) return shown.filter(Boolean).join(', ')
  if (shown.every((value) => value === undefined)) return 'none'
  return shown.map((value) => value ?? 'none').join(', ')
}
