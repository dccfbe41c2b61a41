import { parseUrl } from '../../kit/config/texts.js'
import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import type { ParamSchema } from '../kit/policy.js'

/** Who answers for the API, in the words of OpenAPI: members of its `info`. */
export interface OperatorInfo {
  contact?: { name?: string; url?: string; email?: string }
  license?: { name: string; url?: string }
  termsOfService?: string
}

const text = (description: string): ParamSchema => ({ type: 'string', minLength: 1, description })

/** JSON Schema of it. */
export const infoParam: ParamSchema = {
  type: 'object',
  description: 'Provider of the API: members of `info` of the document. Default: none.',
  additionalProperties: false,
  properties: {
    contact: {
      type: 'object',
      description: 'Contact for callers.',
      additionalProperties: false,
      properties: {
        name: text('A person or a team.'),
        url: text('URL of their page.'),
        email: text('E-mail address.'),
      },
    },
    license: {
      type: 'object',
      description: 'License of the API.',
      additionalProperties: false,
      properties: {
        name: text('Its name, such as CC BY 4.0.'),
        url: text('URL of its text.'),
      },
      required: ['name'],
    },
    termsOfService: text('URL of the terms of service.'),
  },
}

/** URLs and addresses that no program could use. */
export function infoMistakes({ contact, license, termsOfService }: OperatorInfo): Diagnostic[] {
  return [
    ...urlMistakes(contact?.url, ['info', 'contact', 'url']),
    ...emailMistakes(contact?.email, ['info', 'contact', 'email']),
    ...urlMistakes(license?.url, ['info', 'license', 'url']),
    ...urlMistakes(termsOfService, ['info', 'termsOfService']),
  ]
}

function urlMistakes(url: string | undefined, path: Path): Diagnostic[] {
  if (url === undefined || (/^https?:\/\/\S+$/i.test(url) && parseUrl(url))) return []
  const message = `"${path.at(-1)}" is not an http(s) URL`
  return [{ path, rule: 'wrong-url', message, remedy: 'write such as https://example.org/about' }]
}

function emailMistakes(email: string | undefined, path: Path): Diagnostic[] {
  if (email === undefined || /^[^\s@:]+@[^\s@:]+\.[^\s@:.]+$/.test(email)) return []
  const message = `"${path.at(-1)}" is not an e-mail address`
  return [{ path, rule: 'wrong-value', message, remedy: 'write such as directory@example.org' }]
}
