import {
  type AuthServiceOptions,
  type RunningAuthService,
  startAuthService,
} from './auth-service.js'
import type { SmtpDouble } from './smtp.js'

/** An edit of the shipped auth-service.config.yml: these keys of `accounts`. */
export function withAccounts(keys: Record<string, string | number>): (text: string) => string {
  return (text) =>
    Object.entries(keys).reduce(
      (edited, [key, value]) =>
        edited.replace(new RegExp(`^  ${key}: [^#\\n]*`, 'm'), `  ${key}: ${value} `),
      text,
    )
}

/**
 * An edit of the shipped auth-service.config.yml: every call is open, and all users manage users.
 */
export function allOpen(text: string): string {
  return withAccounts({ signUp: 'open' })(text).replace(
    'user: [organizations:read, api-keys:manage]',
    'user: [organizations:read, api-keys:manage, users:manage]',
  )
}

export const publicUrl = 'https://directory.example.org'

/** The settings of a service that sends mail. */
export function mailSettings({ url }: Pick<SmtpDouble, 'url'>): NodeJS.ProcessEnv {
  return { PUBLIC_URL: publicUrl, SMTP_URL: url, MAIL_FROM: 'Directory <directory@example.org>' }
}

/** An auth service with sign-up; nothing else is limited as shipped. */
export function startWithAccounts(
  smtp: Pick<SmtpDouble, 'url'> | undefined,
  keys: Record<string, string | number> = { signUp: 'open' },
  options: AuthServiceOptions & { now?: () => number } = {},
): Promise<RunningAuthService> {
  const limits = { maxPerNetwork: 10_000, maxPerRecipient: 10_000 }
  return startAuthService({
    ...options,
    config: withAccounts({ ...limits, ...keys }),
    env: { ...(smtp ? mailSettings(smtp) : { PUBLIC_URL: publicUrl }), ...options.env },
  })
}
