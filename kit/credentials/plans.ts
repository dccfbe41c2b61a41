/** The plan of callers to whom the auth service gives none. */
export const defaultPlan = 'default'

/** The plan of callers without a credential. */
export const anonymousPlan = 'anonymous'

/** What callers without a credential can do who want more. */
export const entering = 'sign in or send an API key for more'
