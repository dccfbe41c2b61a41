import type { FieldCheck } from '../http/route.js'
import type { AuthService } from '../service/service.js'

/** The rules of a new password, with the words of the account that are in the same body. */
export function newPassword({ passwords }: AuthService, field = 'password'): FieldCheck {
  return {
    field,
    findMistake: ({ [field]: password, email, name }) =>
      passwords.findMistake(field, String(password), [email, name].filter(isString)),
  }
}

const isString = (value: unknown): value is string => typeof value === 'string'
