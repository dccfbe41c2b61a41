import {
  type Environment,
  requiredSetting,
  SettingError,
  setting,
} from '../../kit/config/settings.js'
import { parseUrl, splitUrls } from '../../kit/config/texts.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { publicForm, readPublicUrl } from '../../kit/http/origin.js'
import type { AccountsConfig } from '../config/config.js'
import { isEmail } from '../kit/email.js'

/** Where links lead to, and how mail is sent. */
export interface AccountSettings {
  /** PUBLIC_URL without a last slash; undefined if it is not needed. */
  publicUrl: string | undefined
  /** Undefined if no mail can be sent. */
  mail: MailSettings | undefined
}

export interface MailSettings {
  /** SMTP_URL, which may contain a password. */
  url: URL
  /** MAIL_FROM. */
  from: { name: string; address: string }
}

/** @throws SettingError for a mistake in PUBLIC_URL, SMTP_URL or MAIL_FROM. */
export function accountSettings(env: Environment): AccountSettings {
  const mail = mailSettings(env)
  const publicUrl = readPublicUrl(env)
  if (mail && publicUrl === undefined)
    throw new SettingError('PUBLIC_URL', `SMTP_URL is set, but PUBLIC_URL is not: ${publicForm}`)
  return { publicUrl, mail }
}

/** What `accounts` of the policy needs, and the settings lack: located at `signUp`. */
export function missingSettings(
  { signUp }: AccountsConfig,
  { publicUrl, mail }: AccountSettings,
): Diagnostic[] {
  const at = (message: string, remedy: string): Diagnostic => ({
    path: ['accounts', 'signUp'],
    rule: 'sign-up-settings',
    message,
    remedy,
  })
  if (signUp === 'off') return []
  const found: Diagnostic[] = []
  if (publicUrl === undefined)
    found.push(at(`signUp is ${signUp}, but PUBLIC_URL is not set`, publicForm))
  if (!mail && signUp !== 'invite')
    found.push(
      at(
        `signUp is ${signUp}, but mail cannot be sent`,
        'set SMTP_URL and MAIL_FROM, or write signUp: invite',
      ),
    )
  return found
}

/** A warning where several auth services count sign-ups each for itself: located at `signUp`. */
export function separateCounts({ signUp }: AccountsConfig, env: Environment): Diagnostic[] {
  const urls = ['AUTH_SERVICE_URL', 'AUTH_INTERNAL_URL'].map((name) => requiredSetting(name, env))
  const services = Math.max(...urls.map((text) => splitUrls(text).length))
  const isShared = requiredSetting('RATE_LIMIT_STORE', env) === 'redis'
  if (signUp === 'off' || services === 1 || isShared) return []
  return [
    {
      path: ['accounts', 'signUp'],
      rule: 'sign-up-counts',
      severity: 'warning',
      message:
        `${services} auth services count sign-ups separately, and allow ${services} times ` +
        'maxPerNetwork and maxPerRecipient',
      remedy: 'set RATE_LIMIT_STORE=redis and REDIS_URL for all of them',
    },
  ]
}

const smtpForm = 'such as smtps://user:password@mail.example.org:465'

function mailSettings(env: Environment): MailSettings | undefined {
  const text = setting('SMTP_URL', env)
  const from = setting('MAIL_FROM', env)
  if (text === undefined && from === undefined) return undefined
  if (text === undefined)
    throw new SettingError('SMTP_URL', `MAIL_FROM is set, but SMTP_URL is not: set it, ${smtpForm}`)
  const url = parseUrl(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || /[?#]/.test(text)) {
    throw new SettingError(
      'SMTP_URL',
      `SMTP_URL must be smtp:// or smtps:// (TLS), a host, and at most user, password and port, ${smtpForm}`,
    )
  }
  return { url, from: parseSender(from) }
}

/** `name@example.org`, or `Some Name <name@example.org>`. */
function parseSender(from: string | undefined): MailSettings['from'] {
  const form = 'such as Directory <directory@example.org>'
  if (from === undefined)
    throw new SettingError('MAIL_FROM', `SMTP_URL is set, but MAIL_FROM is not: set it, ${form}`)
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>\s]+)>$/u.exec(from) ?? []
  const address = bracketed ?? from
  if (isEmail(address)) return { name: name.trim(), address }
  throw new SettingError('MAIL_FROM', `MAIL_FROM must be an e-mail address, ${form}`)
}
