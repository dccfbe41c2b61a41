import { createHash } from 'node:crypto'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import type { ConfigFiles } from '../config/config.js'
import type { Tls } from '../config/tls.js'

/**
 * The contents of a configuration's files, variables replaced, and the code of plugins: each place with a digest of its
 * value, so that two configurations can be compared without revealing a secret.
 */
export function valuesOf(
  { gateway, system, templates, code }: ConfigFiles,
  tls: Tls | undefined,
): Record<string, string> {
  const values: Record<string, string> = {}
  const note = (value: unknown, place: string) => {
    if (Array.isArray(value) && value.length > 0)
      for (const [i, item] of value.entries()) note(item, `${place}[${i}]`)
    else if (isMapping(value) && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value))
        note(inner, place === '' ? key : `${place}.${key}`)
    } else values[place] = digest(JSON.stringify(value) ?? '')
  }
  note(gateway.value, '')
  note(system.value.plugins, 'plugins')
  for (const [name, text] of Object.entries(templates)) values[name] = digest(text)
  for (const [name, files] of Object.entries(code))
    values[`plugins.${name}.code`] = digest(String(Object.values(files)))
  if (tls) {
    values.TLS_CERT = digest(tls.cert)
    values.TLS_KEY = digest(tls.key)
  }
  return values
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
