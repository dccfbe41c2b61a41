/** The plan of callers to whom the auth service gives none. */
export const defaultPlan = 'default'

/** The plan of callers without a credential. */
export const anonymousPlan = 'anonymous'

/** What callers without a credential can do who want more. */
export const entering = 'sign in or send an API key for more'

const visitorPrefix = 'address:'

/** The id of a caller without a credential. @param address As it is counted. */
export const toVisitorId = (address: string): string => `${visitorPrefix}${address}`

/** Whether an owner is a caller without a credential. */
export const isVisitor = (ownerId: string): boolean => ownerId.startsWith(visitorPrefix)
