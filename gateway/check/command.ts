import { parseArgs } from 'node:util'
import { isError } from '../../kit/config/yaml/diagnostics.js'
import { maskValue, toYaml } from '../../kit/config/yaml/shown.js'
import { findEndedNode } from '../../kit/process/version.js'
import { parseRoutes } from '../../routes/routes.js'
import { addAuth } from '../lab/auth-meaning.js'
import { readMeaning } from '../lab/meaning.js'
import { printEffects, type ReportFormat } from '../lab/report.js'
import { isEngineVariable, readingSecrets } from '../lab/settings.js'
import {
  type Comparison,
  compareIfRunning,
  compareWithFolder,
  compareWithRunning,
} from './against.js'
import { effective } from './effective.js'
import { inOrder, textReport, totals } from './report.js'
import { scopesWithRoles } from './scopes.js'
import { type Finding, type Validation, validate } from './validate.js'
import { openToVisitors } from './visitors.js'

const usage = `usage: npm run check [-- [--format text|json|markdown] [--print] [--strict]]
       npm run check -- --against FOLDER|running
  validates the settings and the files of CONFIG_DIR, as the services do when they start, and runs
  the policy tests; if the engine at ELASTICSEARCH_URL answers, compares maxCost with its size
  if a gateway answers at ADMIN_HOST and ADMIN_PORT, by OPERATOR_SECRET, also tells what these files
  would allow and refuse in place of those in force, and for which of its last requests
  --print   the configuration as it works: variables replaced, defaults filled in, secrets masked
  --against compares with another folder instead, or fails unless the running gateway answers
  --strict  warnings count as errors for the exit code
  exit code 0: no error (there may be warnings), 1: errors, 2: it could not be run, or
  there is nothing to compare with; a difference is no error`

const engineNote =
  'note: ELASTICSEARCH_URL is not set; checked with the embedded engine, as npm start would run'

const silentNote = (fault: string) =>
  `note: the engine at ${fault}, so nothing was compared with it`

/** In production nothing starts without it; the rest is checked all the same. */
const engineMissing: Finding = {
  ...{ setting: 'ELASTICSEARCH_URL', severity: 'error', rule: 'variable-missing' },
  ...{ message: 'ELASTICSEARCH_URL has no value', remedy: 'set it to the nodes of the engine' },
}

/** `npm run check` with these arguments. It writes to the console. @returns its exit code. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const options = optionsOf(args)
  if (options === 'help') {
    console.log(usage)
    return 0
  }
  if ('mistake' in options) {
    console.error(`${options.mistake}\n${usage}`)
    return 2
  }
  const { format, print, strict, against } = options
  const startedAt = performance.now()
  const notes = new Set<string>()
  const { settingOf, secrets } = readingSecrets()
  let lacksEngine = false
  const validation = await validate((name) => {
    lacksEngine ||= isEngineVariable(name)
    return settingOf(name)
  })
  const isMissing = lacksEngine && process.env.NODE_ENV === 'production'
  if (lacksEngine && !isMissing) notes.add(engineNote)
  const { configuration, unreached } = validation
  const findings = isMissing ? [...validation.findings, engineMissing] : validation.findings
  for (const note of notesOn(validation)) notes.add(note)
  const compared = configuration && (await compareConfiguration(configuration, secrets, against))
  if (typeof compared === 'string' && compared !== '') notes.add(`note: ${compared}`)
  const comparison = typeof compared === 'object' ? compared : undefined
  const sorted = findings.toSorted(inOrder)
  const printed = print && configuration ? maskValue(effective(configuration), secrets) : undefined
  const errors = findings.filter(isError).length
  const refusals = comparison?.refusals ?? []
  if (format === 'json') {
    const report = {
      ...{ errors, warnings: findings.length - errors, findings: sorted, unreached },
      ...{ configuration: printed, ...comparison?.effects },
      ...(refusals.length > 0 && { refusals }),
    }
    console.log(JSON.stringify(report, undefined, 2))
  } else {
    if (printed) console.log(toYaml(printed))
    else if (configuration && format === 'text') {
      const { value } = configuration.gateway.config.gateway
      const scopes = scopesWithRoles(value, configuration.auth.config)
      console.log([...notes, ...scopes, ...openToVisitors(parseRoutes(value))].join('\n'))
    }
    if (comparison) console.log(comparisonText(comparison, format))
    // last, where people look
    if (sorted.length > 0) console.error(`${textReport(sorted)}\n${totals(sorted)}`)
    if (errors === 0 && configuration && !printed && format === 'text')
      console.log(summary(configuration, startedAt))
  }
  return errors > 0 || refusals.length > 0 || (strict && findings.length > 0) ? 1 : 0
}

/** What was done besides, and what could not be. */
function notesOn({ tests, unreached = [], engineFaults = [], engineNotes = [] }: Validation) {
  const passed =
    tests && tests.passed > 0 && tests.findings.length === 0
      ? [`${tests.passed} policy tests passed in ${Math.round(tests.durationMs)} ms`]
      : []
  const failed = tests !== undefined && tests.findings.length > 0
  const ended = findEndedNode()
  return [
    ...passed,
    ...(failed ? [] : unreached).map(
      ({ file, line, column, message }) => `note: ${file}:${line}:${column} ${message}`,
    ),
    ...engineFaults.map(silentNote),
    ...engineNotes,
    ...(ended === undefined ? [] : [`note: ${ended}`]),
  ]
}

/** @returns a text where the running gateway cannot be asked, and need not. */
function compareConfiguration(
  { gateway: { config, facts }, auth }: NonNullable<Validation['configuration']>,
  secrets: ReadonlySet<string>,
  against: string | undefined,
): Promise<Comparison | string> {
  if (against === undefined) return compareIfRunning()
  if (against === 'running') return compareWithRunning()
  return compareWithFolder(against, addAuth(readMeaning(config, facts, { secrets }), auth))
}

function comparisonText(
  { with: other, effects, refusals }: Comparison,
  format: ReportFormat,
): string {
  if (!effects) return [`${other} refuses this configuration:`, ...refusals].join('\n  ')
  const text = printEffects(effects, format)
  return format === 'text' ? `compared with ${other}:\n${text}` : text
}

interface Options {
  format: 'text' | 'json' | 'markdown'
  print: boolean
  /** Whether warnings make it fail. */
  strict: boolean
  /** A folder, or `running`: what is compared with. */
  against?: string | undefined
}

function optionsOf(args: readonly string[]): Options | 'help' | { mistake: string } {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    format: { type: 'string', default: 'text' },
    print: flag,
    strict: flag,
    against: { type: 'string' },
    help: { ...flag, short: 'h' },
  } as const
  try {
    const { help, format, ...rest } = parseArgs({ args: [...args], options }).values
    if (help) return 'help'
    if (format === 'text' || format === 'json' || format === 'markdown') return { format, ...rest }
    return { mistake: '--format must be text, json or markdown' }
  } catch (error) {
    return { mistake: (error as Error).message }
  }
}

function summary({ gateway }: NonNullable<Validation['configuration']>, startedAt: number): string {
  const { config } = gateway
  const { value } = config.gateway
  const counts = [
    `routes: ${parseRoutes(value).length}`,
    `pipelines: ${Object.keys(value.pipelines as object).length}`,
    `upstreams: ${Object.keys(value.serviceEndpoints ?? {}).length}`,
  ]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return `ok  ${counts.join(', ')}, configuration ${config.hash} (${seconds} s)`
}
