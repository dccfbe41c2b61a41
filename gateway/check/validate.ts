import {
  accountSettings,
  missingSettings,
  separateCounts,
} from '../../auth-service/accounts/settings.js'
import { readConfig as readAuthConfig, type ValidConfig } from '../../auth-service/config/config.js'
import { authSettings, validateSecrets } from '../../auth-service/settings.js'
import { validateStore } from '../../auth-service/store/open.js'
import { secretWarnings } from '../../kit/config/secrets.js'
import { requiredSetting, SettingError, setting } from '../../kit/config/settings.js'
import {
  ConfigurationError,
  isError,
  type PlacedDiagnostic,
  type SettingDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import type { SettingOf } from '../../kit/config/yaml/source.js'
import { findAcross, findInAuth } from '../config/across.js'
import { findSettingWarnings, readGatewaySettings } from '../config/settings.js'
import { type Loaded, loadGateway } from '../host/load.js'
import { Reach } from '../lab/reach.js'
import { runTests, type TestRun } from '../lab/run-tests.js'
import { readTests } from '../lab/test-files.js'
import { openTrial } from '../lab/trial.js'
import { engineFindings } from './engine.js'
import { collidingPorts } from './ports.js'

export type Finding = PlacedDiagnostic | SettingDiagnostic

/** The findings of a check, and the configuration if a start would take it. */
export interface Validation {
  findings: Finding[]
  configuration?: { gateway: Loaded; auth: ValidConfig }
  /** What became of the policy tests; absent unless they ran. */
  tests?: TestRun
  /** Steps and rules of the configuration that no test reaches; absent without any test. */
  unreached?: readonly PlacedDiagnostic[]
  /** Why nothing was compared with the engine; absent unless that was tried. */
  engineFaults?: readonly string[]
  /** What is known by the engine. */
  engineNotes?: readonly string[]
}

/**
 * Validates all settings and files as the starts do, without opening anything. Once per process, as
 * `loadGateway`.
 * @param settingOf Returns the values of the variables in the YAML.
 */
export async function validate(settingOf: SettingOf): Promise<Validation> {
  const findings: Finding[] = []
  const collect = async <Result>(
    check: () => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await check()
    } catch (error) {
      findings.push(...findingsOf(error as Error))
      return undefined
    }
  }
  const ofGateway = await collect(readGatewaySettings)
  const ofAuth = await collect(() => authSettings(process.env))
  await collect(() => validateStore(process.env))
  const ofSecrets = await collect(() => {
    validateSecrets(setting('SERVICE_SECRET'), setting('OPERATOR_SECRET'))
    return secretWarnings()
  })
  if (ofGateway && ofAuth) {
    const { port, adminPort, probes } = ofGateway
    const { places } = ofAuth
    findings.push(
      ...collidingPorts([
        { setting: 'PORT', host: requiredSetting('HOST'), port },
        { setting: 'ADMIN_PORT', host: requiredSetting('ADMIN_HOST'), port: adminPort },
        ...(probes ? [probes] : []),
        ...Object.values(places),
      ]),
    )
  }
  findings.push(...findSettingWarnings(ofGateway?.tls), ...(ofSecrets ?? []))

  const configDir = requiredSetting('CONFIG_DIR')
  const auth = await collect(() => readAuthConfig(configDir, settingOf))
  const trial =
    ofGateway &&
    auth &&
    (await collect(() => openTrial(configDir, settingOf, { auth: auth.config })))
  const isAlone = ofGateway && !auth
  const gateway = isAlone ? await collect(() => loadGateway(configDir, settingOf)) : trial?.loaded
  const ofAccounts = await collect(() => accountSettings(process.env))
  if (auth && ofAccounts) {
    const { accounts } = auth.config
    const ofSignUp = [
      ...missingSettings(accounts, ofAccounts),
      ...separateCounts(accounts, process.env),
    ]
    findings.push(...auth.placeAll(ofSignUp))
  }
  findings.push(...(gateway?.verdict.warnings ?? []), ...(auth?.warnings ?? []))
  if (gateway && auth) {
    const { value, placeAll } = gateway.config.gateway
    findings.push(
      ...placeAll(findAcross(value, auth.config)),
      ...auth.placeAll(findInAuth(value, auth.config)),
    )
  }
  const isGood = gateway && auth && !findings.some(isError)
  const roles = Object.keys(auth?.config.roles ?? {})
  const written = isGood ? await collect(() => readTests(configDir, settingOf, roles)) : undefined
  const reach = trial && new Reach(trial)
  const tests = trial && written ? await runTests(trial, written, reach?.see) : undefined
  findings.push(...(tests?.findings ?? []))
  trial?.leaveEngines()
  const { findings: ofEngine = [], faults, notes } = isGood ? await engineFindings(gateway) : {}
  return {
    findings: once([...findings, ...ofEngine]),
    ...(isGood && { configuration: { gateway, auth } }),
    ...(faults && { engineFaults: faults }),
    ...(notes && { engineNotes: notes }),
    ...(tests && { tests }),
    ...(written?.length && { unreached: reach?.listUnreached() ?? [] }),
  }
}

/**
 * A setting used by several starts, or by the YAML, is validated by each of them, and reported
 * once.
 */
function once(findings: readonly Finding[]): Finding[] {
  const reported = new Set(
    findings.filter((finding) => 'file' in finding).map(({ remedy }) => remedy),
  )
  return findings.filter((finding) => {
    if ('file' in finding) return true
    return !reported.has(finding.message) && reported.add(finding.message)
  })
}

/** The errors that would prevent a start. */
function findingsOf(error: Error): Finding[] {
  if (error instanceof ConfigurationError) return [...error.mistakes]
  const remedy = 'README, "Configuration", lists the settings'
  const setting = error instanceof SettingError ? error.setting : 'environment'
  return [{ setting, severity: 'error', rule: 'setting', message: error.message, remedy }]
}
