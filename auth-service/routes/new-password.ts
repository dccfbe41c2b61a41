import type { StringSchema } from 'joi'
import { typedPassword } from '../http/fields.js'
import type { AuthService } from '../service/service.js'

/** A new password: a weak one is reported together with the mistakes of the other fields. */
export function newPassword(service: AuthService, field = 'password'): StringSchema {
  return typedPassword.required().custom((value: string, helpers) => {
    const [{ email, name }] = helpers.state.ancestors as [Record<string, unknown>]
    const mistake = service.passwords.mistakeOf(field, value, [email, name].filter(isString))
    return mistake === undefined ? value : helpers.message({ custom: mistake })
  })
}

const isString = (value: unknown): value is string => typeof value === 'string'
