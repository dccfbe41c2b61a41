import type { LinkPurpose, QueuedMail } from '../store/store.js'

/** A mail in plain text; it contains nothing that a caller has typed. */
export interface MailText {
  subject: string
  text: string
}

const end = 'If you did not expect this mail, ignore it.'

type MailTemplate = Exclude<QueuedMail['template'], 'none'>

const ownKeys = 'and revoke the API keys that you do not know.'

const texts: Readonly<Record<MailTemplate, { subject: string; before: string; after: string }>> = {
  verify: {
    subject: 'Confirm your e-mail address',
    before: 'Someone signed up with this e-mail address. To create the account, open this link:',
    after: 'If it was not you, ignore this mail: then no account is created.',
  },
  known: {
    subject: 'You already have an account',
    before:
      'Someone signed up with this e-mail address, which has an account already. Log in with ' +
      'its password. If you have forgotten it, choose a new one:',
    after: 'If it was not you, ignore this mail: nothing has changed.',
  },
  reset: {
    subject: 'Choose a new password',
    before:
      'Someone asked for a new password for this e-mail address. To choose one, open this link:',
    after: 'If it was not you, ignore this mail: your password remains valid.',
  },
  invite: {
    subject: 'You are invited',
    before: 'You are invited to create an account. Open this link:',
    after: end,
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: 'The password of your account was changed. Your account:',
    after: `If it was not you, choose a new password there ("Forgot your password?"), ${ownKeys}`,
  },
  'key-created': {
    subject: 'A new API key',
    before: 'An API key was created for your account. Your API keys:',
    after: `If it was not you, change your password, ${ownKeys}`,
  },
}

/** The text of a mail. @param seconds Life of the link, if it opens something. */
export function mailText(
  template: MailTemplate,
  { publicUrl, link, seconds }: { publicUrl: string; link: string; seconds?: number },
): MailText {
  const { subject, before, after } = texts[template]
  const life = seconds === undefined ? [] : [`The link is valid once, for ${inWords(seconds)}.`]
  return { subject, text: [publicUrl, before, link, ...life, after].join('\n\n').concat('\n') }
}

/** The link to the page that uses the token, which is in the fragment: no server sees it. */
export function linkTo(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}/account#${purpose}=${token}`
}

function inWords(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
