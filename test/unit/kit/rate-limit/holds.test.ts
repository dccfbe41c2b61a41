import { MemoryHolds } from '../../../../kit/rate-limit/holds.js'
import { holdsContract } from '../../../support/holds-contract.js'

const holds = new MemoryHolds()
holdsContract((place, forMs) => holds.hold(place, forMs))
