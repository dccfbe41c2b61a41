import type { Diagnostic } from '../../../kit/config/yaml/diagnostics.js'
import type { ParamSchema } from '../../../plugins/kit/policy.js'
import { isContact } from '../kit/contact.js'

/** Where to report vulnerabilities. */
export interface Security {
  contact: string[]
  languages?: string[]
}

export const securityParam: ParamSchema = {
  type: 'object',
  description:
    'Where to report vulnerabilities (/.well-known/security.txt). Default: nowhere, and ' +
    'no such file.',
  additionalProperties: false,
  properties: {
    contact: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1 },
      description: 'Ways to reach them, the preferred one first: mailto:, https: or tel:.',
    },
    languages: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
      description: 'Languages that they read, such as en or pt-BR.',
    },
  },
  required: ['contact'],
}

/** Contacts that no one could use. */
export function securityMistakes({ contact }: Security): Diagnostic[] {
  const wrong = contact.flatMap((one, i) => (isContact(one) ? [] : [i]))
  return wrong.map((i) => ({
    path: ['security', 'contact', i],
    rule: 'wrong-url',
    message: 'the contact is no mailto:, https: or tel: address',
    remedy:
      'write such as mailto:security@example.org, https://example.org/security or tel:+1-201-555-0123',
  }))
}

/** How long what the file says holds, in days: RFC 9116 recommends less than a year. */
const validDays = 180

/** The text of /.well-known/security.txt (RFC 9116). @param url That of the gateway. */
export function securityText(url: string, { contact, languages }: Security, now: Date): string {
  const expires = new Date(now)
  expires.setUTCHours(24 * validDays, 0, 0, 0) // the same all day
  return [
    ...contact.map((one) => `Contact: ${one}`),
    `Expires: ${expires.toISOString()}`,
    ...(languages ? [`Preferred-Languages: ${languages.join(', ')}`] : []),
    // it must be https
    ...(url.startsWith('https:') ? [`Canonical: ${url}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}
