import Joi from 'joi'

/**
 * An address as typed at a login, at most 254 bytes (RFC 5321 section 4.5.3.1.3 less the brackets).
 */
export const typedEmail = Joi.string().email({ tlds: false }).max(254, 'utf8')
/** Control characters, spaces, and those that are invisible or reorder the text around them. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** An address that is kept: a person reads it in mails and tables as it is. */
export const email = typedEmail.custom((value: string, helpers) =>
  unseen.test(value)
    ? helpers.error('string.pattern.name', { name: 'free of spaces and invisible characters' })
    : value,
)

export function isEmail(value: string): boolean {
  return email.validate(value).error === undefined
}

/** The canonical form of an e-mail address, which identifies an account. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}
