import Joi from 'joi'
import { parseInstant } from '../../kit/api/dates.js'
import { canonicalNetwork, isNetwork } from '../../kit/http/networks.js'
import { originFault } from '../../kit/http/origin.js'

/**
 * Counts characters as Unicode code points, independent of their encoding. `meta.schema` provides
 * the JSON Schema, which counts alike, that joi's own export cannot.
 */
function text(least: number, most: number): Joi.StringSchema {
  return Joi.string()
    .custom((value: string, helpers) => {
      const length = [...value].length
      if (length < least) return helpers.error('string.min', { limit: least })
      if (length > most) return helpers.error('string.max', { limit: most })
      return /\p{Cs}/u.test(value)
        ? helpers.error('string.pattern.name', { name: 'well-formed Unicode' })
        : value
    })
    .meta({ schema: { minLength: least, maxLength: most } })
}

/** A password as typed at a login: no policy, only a limit on the work. */
export const typedPassword = text(1, 1024)
export const refreshToken = Joi.string().max(4096)
/**
 * Control characters, line separators, those that reorder the text around them (UAX #9), and those
 * that nobody sees (Default_Ignorable_Code_Point), except the joiners of words and emoji.
 */
const notInName =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufff8'
/** A display name: nothing that could forge lines or reorder text where it is printed. */
export const displayName = text(1, 100)
  .trim()
  .pattern(
    new RegExp(`^[^${notInName}]*$`),
    'free of control characters, invisible ones and those that reorder text',
  )
  .meta({
    schema: { pattern: `^[^\\s${notInName}]([^${notInName}]*[^\\s${notInName}])?$` },
  })
/** The name of a role; whether it exists is checked where it is given. */
export const roleName = Joi.string().max(64)
/** The name of a plan; null removes an own plan. */
export const planName = Joi.string().max(64).allow(null)
export const scopes = Joi.array().items(Joi.string().max(64)).min(1).max(64).unique()
/** At most 64 networks of clients, in canonical form afterwards. */
const networks = Joi.array()
  .items(
    Joi.string()
      .max(64)
      .custom((value: string, helpers) =>
        isNetwork(value)
          ? canonicalNetwork(value)
          : helpers.error('string.pattern.name', {
              name: 'an address or network, such as 203.0.113.0/24 or 2001:db8::/32, without further bits',
            }),
      )
      .meta({ schema: { pattern: '^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$' } }),
  )
  .min(1)
  .max(64)
  .unique()
  .description('Networks of clients, such as 203.0.113.0/24 or 2001:db8::/32.')
/** At most 64 origins of pages. */
const origins = Joi.array()
  .items(
    Joi.string()
      .max(256)
      .custom((value: string, helpers) =>
        originFault(value)
          ? helpers.error('string.pattern.name', {
              name: 'an origin as browsers send it, such as https://app.example.org',
            })
          : value,
      )
      .meta({ schema: { format: 'uri' } }),
  )
  .min(1)
  .max(64)
  .unique()
  .description('Origins of pages, such as https://app.example.org.')
/** Where an API key may be used from. */
export const allowList = Joi.object({ addresses: networks, origins }).or('addresses', 'origins')
export const wholeNumber = Joi.number().integer()
/** How long a rotated key remains valid, at most 7 days (docs/api.md, API keys). */
export const graceSeconds = wholeNumber.min(0).max(604_800).default(0)
/** A time with its time zone. */
export const instant = Joi.string()
  .max(40)
  .custom((value: string, helpers) =>
    parseInstant(value) === undefined ? helpers.error('string.isoDate') : value,
  )
  .meta({ schema: { format: 'date-time' } })
export const sha256Hex = Joi.string().pattern(/^[0-9a-f]{64}$/, 'a SHA-256 in hex')
