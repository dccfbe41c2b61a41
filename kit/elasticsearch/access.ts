import { readFileSync } from 'node:fs'
import { type Environment, SettingError, setting } from '../config/settings.js'
import { parseUrl } from '../config/texts.js'

/**
 * How to reach an Elasticsearch, as set in settings or the YAML. Absent, null and empty all mean:
 * not set.
 */
export interface AccessValues {
  /** URLs of the nodes, comma separated. */
  nodes?: string | null | undefined
  /** Encoded form. */
  apiKey?: string | null | undefined
  username?: string | null | undefined
  password?: string | null | undefined
  /** Path of a PEM file with the CA that signed the nodes' certificates. */
  ca?: string | null | undefined
}

/**
 * The source of each value, for messages: a setting, a parameter, an option of the command line.
 */
export type AccessNames = Readonly<Record<keyof AccessValues, string>>

/**
 * How to reach an Elasticsearch, validated. The official client takes `nodes` and `auth` as they
 * are.
 */
export interface Access {
  /** http(s) URLs without credentials, query, fragment, or a slash at the end. */
  nodes: string[]
  auth?: { apiKey: string } | { username: string; password: string }
  /** PEM text; absent: the system's CAs. */
  ca?: string
}

/**
 * A value by which no Elasticsearch can be reached. Never contains it, except for the path of the
 * PEM file.
 */
export class AccessError extends SettingError {
  readonly value: keyof AccessValues
  readonly fault: string
  readonly remedy: string

  constructor(value: keyof AccessValues, names: AccessNames, fault: string, remedy: string) {
    super(names[value], `${fault}: ${remedy}`)
    this.value = value
    this.fault = fault
    this.remedy = remedy
  }
}

/** The settings of the engine that is searched. */
export const engineSettings: AccessNames = {
  nodes: 'ELASTICSEARCH_URL',
  apiKey: 'ELASTICSEARCH_API_KEY',
  username: 'ELASTICSEARCH_USERNAME',
  password: 'ELASTICSEARCH_PASSWORD',
  ca: 'ELASTICSEARCH_CA',
}

/** The values of such settings. @throws Error when a secret's file cannot be read. */
export function accessValues(names: AccessNames, env: Environment = process.env): AccessValues {
  const { nodes, apiKey, username, password, ca } = names
  return {
    nodes: setting(nodes, env),
    apiKey: setting(apiKey, env),
    username: setting(username, env),
    password: setting(password, env),
    ca: setting(ca, env),
  }
}

/**
 * The one set of rules for all clients of an Elasticsearch.
 * @throws AccessError naming the value and the fix.
 */
export function accessOf(
  { nodes, apiKey, username, password, ca }: AccessValues,
  names: AccessNames,
): Access {
  if (!nodes)
    throw new AccessError(
      'nodes',
      names,
      `${names.nodes} is not set`,
      `name one or more nodes, such as ${example}`,
    )
  if (apiKey && (username || password)) {
    const remedy = `set ${names.apiKey}, or ${names.username} and ${names.password}, not both`
    throw new AccessError('apiKey', names, 'there are two credentials', remedy)
  }
  if (apiKey && !/^[!-~]+$/.test(apiKey)) {
    throw new AccessError('apiKey', names, `${names.apiKey} is no API key`, 'give its encoded form')
  }
  if (!username !== !password) {
    const fault = `${names.username} and ${names.password} must be set together`
    throw new AccessError(username ? 'username' : 'password', names, fault, 'set both, or neither')
  }
  return {
    nodes: nodes
      .split(',')
      .map((text, i) => nodeUrl(text.trim(), `${names.nodes}: number ${i + 1}`, names)),
    ...(apiKey && { auth: { apiKey } }),
    ...(username && password && { auth: { username, password } }),
    ...(ca && { ca: readAuthority(ca, names) }),
  }
}

/** The value of the Authorization header, for requests without the official client. */
export function toAuthorization({ auth }: Access): string | undefined {
  if (!auth) return undefined
  if ('apiKey' in auth) return `ApiKey ${auth.apiKey}`
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`
}

const example = 'https://es1.example.org:9200'

function nodeUrl(text: string, place: string, names: AccessNames): string {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AccessError(
      'nodes',
      names,
      `${place} is not an http(s) URL`,
      `write one such as ${example}`,
    )
  }
  if (url.username || url.password) {
    const remedy = `set ${names.apiKey}, or ${names.username} and ${names.password}, instead`
    throw new AccessError('nodes', names, `${place} holds a credential`, remedy)
  }
  if (url.search || url.hash) {
    throw new AccessError(
      'nodes',
      names,
      `${place} is more than scheme, host, port and path`,
      `write it as ${example}`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

function readAuthority(path: string, names: AccessNames): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AccessError(
      'ca',
      names,
      `${names.ca}: cannot read ${path} (${code})`,
      'name a PEM file',
    )
  }
}
