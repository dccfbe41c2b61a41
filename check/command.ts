import { parseArgs } from 'node:util'
import { isEngineVariable, readingSecrets } from '../gateway/lab/settings.js'
import { isError } from '../kit/config/yaml/diagnostics.js'
import { maskedValue, yamlOf } from '../kit/config/yaml/shown.js'
import { endedNode } from '../kit/process/node-lines.js'
import { parseRoutes } from '../routes/routes.js'
import { compareWith, comparisonText } from './against.js'
import { effective } from './effective.js'
import { meaningOfBoth } from './meaning.js'
import { inOrder, textReport } from './report.js'
import { scopesWithRoles } from './scopes.js'
import { type Validation, validate } from './validate.js'
import { openToVisitors } from './visitors.js'

const usage = `usage: npm run check [-- [--format text|json] [--print] [--strict]]
       npm run check -- --against FOLDER|running [--format text|json|markdown]
  validates the settings and the three files of CONFIG_DIR, as the services do when they start;
  if the engine at ELASTICSEARCH_URL answers, compares maxCost and its size with it
  --print   the configuration as it works: variables replaced, defaults filled in, secrets masked
  --against what becomes allowed and what refused, compared with another folder, or with the running
            gateway, which is asked at ADMIN_HOST and ADMIN_PORT with OPERATOR_SECRET
  --strict  warnings count as errors for the exit code
  exit code 0: no error (there may be warnings), 1: errors, 2: it could not be run, or
  there is nothing to compare with; a difference is no error`

const engineNote =
  'note: ELASTICSEARCH_URL is not set; checked with the embedded engine, as npm start would run'

const silentNote = (fault: string) =>
  `note: the engine at ${fault}, so nothing was compared with it`

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
  const {
    findings,
    configuration,
    engineFaults = [],
    tests,
    unreached,
  } = await validate((name) => {
    if (isEngineVariable(name)) notes.add(engineNote)
    return settingOf(name)
  })
  if (tests && tests.passed > 0 && tests.findings.length === 0)
    notes.add(`${tests.passed} policy tests passed in ${Math.round(tests.durationMs)} ms`)
  for (const { file, line, column, message } of unreached ?? [])
    notes.add(`note: ${file}:${line}:${column} ${message}`)
  for (const fault of engineFaults) notes.add(silentNote(fault))
  const ended = endedNode()
  if (ended !== undefined) notes.add(`note: ${ended}`)
  const sorted = findings.toSorted(inOrder)
  const compared =
    against !== undefined && configuration
      ? await compareWith(
          against,
          meaningOfBoth(configuration.gateway, configuration.auth, secrets),
        )
      : undefined
  const printed =
    print && configuration ? maskedValue(effective(configuration), secrets) : undefined
  const errors = findings.filter(isError).length
  if (format === 'json') {
    const report = {
      errors,
      warnings: findings.length - errors,
      findings: sorted,
      unreached,
      configuration: printed,
      changes: compared,
    }
    console.log(JSON.stringify(report, undefined, 2))
  } else {
    if (sorted.length > 0) console.error(textReport(sorted))
    if (printed) console.log(yamlOf(printed))
    else if (configuration && format === 'text') {
      const { value } = configuration.gateway.config.gateway
      const scopes = scopesWithRoles(value, configuration.auth.config)
      const ok = errors > 0 ? [] : [summary(configuration, startedAt)]
      console.log([...notes, ...scopes, ...openToVisitors(parseRoutes(value)), ...ok].join('\n'))
    }
    if (compared) console.log(comparisonText(compared, against!, format))
  }
  return errors > 0 || (strict && findings.length > 0) ? 1 : 0
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
    const isKnown =
      format === 'text' || format === 'json' || (format === 'markdown' && rest.against)
    if (isKnown) return { format, ...rest }
    return { mistake: '--format must be text, json or, with --against, markdown' }
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
