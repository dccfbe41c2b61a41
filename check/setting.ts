import { isOwnSecret, requiredSetting, setting } from '../kit/config/settings.js'

/**
 * The value of a variable of the YAML as `npm start` would have it, though nothing runs and nothing is left behind: the secret
 * that the first start would make, and the embedded engine outside production, are stood in for.
 */
export function checkedSetting(name: string): string | undefined {
  const value = setting(name)
  if (value !== undefined) return value
  if (isOwnSecret(name)) return 'to be made at the first start, by chance'
  if (standsForEngine(name)) return `http://127.0.0.1:${requiredSetting('ENGINE_PORT')}`
  return undefined
}

/** Whether the embedded engine stands in for this setting. */
export function standsForEngine(name: string): boolean {
  return name === 'ELASTICSEARCH_URL' && setting(name) === undefined && process.env.NODE_ENV !== 'production'
}
