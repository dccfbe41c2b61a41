/** The plan of callers to whom the auth service gives none. */
export const defaultPlan = 'default'

/** The plan of callers without a credential. */
export const anonymousPlan = 'anonymous'
