import {
  isOwnSecret,
  isSecretVariable,
  requiredSetting,
  setting,
} from '../../kit/config/settings.js'

/**
 * The value of a YAML variable as in `npm start`, without starting or leaving anything: the secret
 * that the first start would create, and the embedded engine outside production, are replaced by
 * placeholders.
 */
export function checkedSetting(name: string): string | undefined {
  const value = setting(name)
  if (value !== undefined) return value
  if (isOwnSecret(name)) return 'a random secret, generated at the first start'
  if (isEngineVariable(name)) return `http://127.0.0.1:${requiredSetting('ENGINE_PORT')}`
  return undefined
}

/** Such settings, and the values of those read that are secrets. */
export function readingSecrets(): { settingOf: typeof checkedSetting; secrets: Set<string> } {
  const secrets = new Set<string>()
  const settingOf = (name: string) => {
    const value = checkedSetting(name)
    if (value !== undefined && isSecretVariable(name)) secrets.add(value)
    return value
  }
  return { settingOf, secrets }
}

/** Whether the embedded engine stands for this setting: in production only while it is checked. */
export function isEngineVariable(name: string): boolean {
  return name === 'ELASTICSEARCH_URL' && setting(name) === undefined
}
