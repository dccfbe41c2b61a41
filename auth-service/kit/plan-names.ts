import { anonymousPlan } from '../../kit/credentials/plans.js'

/** What removes an own plan on the command line. */
export const noPlan = 'none'

/** Words that no plan may have as its name. */
export const reservedPlans: readonly string[] = [anonymousPlan, noPlan]
