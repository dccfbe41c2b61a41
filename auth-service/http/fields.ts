import Joi from 'joi'
import { instantOf } from '../../kit/api/dates.js'

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

/** At most 254 bytes (RFC 5321 section 4.5.3.1.3 less the brackets). */
export const email = Joi.string().email({ tlds: false }).max(254, 'utf8')

export function isEmail(value: string): boolean {
  return email.validate(value).error === undefined
}

/** A password as typed at a login: no policy, only a limit on the work. */
export const typedPassword = text(1, 1024)
export const refreshToken = Joi.string().max(4096)
/** A display name: no control characters, which could forge lines where it is printed. */
export const displayName = text(1, 100)
  .trim()
  .pattern(/^\P{Cc}*$/u, 'free of control characters')
  .meta({
    schema: {
      pattern:
        '^[^\\s\\u0000-\\u001f\\u007f-\\u009f]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f])?$',
    },
  })
export const scopes = Joi.array().items(Joi.string().max(64)).min(1).max(64).unique()
export const wholeNumber = Joi.number().integer()
/** How long a rotated key remains valid, at most 7 days (docs/api.md, API keys). */
export const graceSeconds = wholeNumber.min(0).max(604_800).default(0)
/** A time with its time zone. */
export const instant = Joi.string()
  .max(40)
  .custom((value: string, helpers) =>
    instantOf(value) === undefined ? helpers.error('string.isoDate') : value,
  )
  .meta({ schema: { format: 'date-time' } })
export const sha256Hex = Joi.string().pattern(/^[0-9a-f]{64}$/, 'a SHA-256 in hex')
