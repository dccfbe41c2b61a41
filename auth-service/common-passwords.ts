/** Passwords that guessers try first. */
export const commonPasswords: ReadonlySet<string> = new Set(['password1234', '123456789012', 'qwertyuiop12'])
