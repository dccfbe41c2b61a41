import { ApiError, definePolicy } from 'nonprofit-directory-api/plugin'
import { windowOf } from './window.js'

interface Params {
  from: string
  until: string
}

const time = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?Z$',
  // npm run check, replay and policy tests tell it by this
  refuses: 'SERVICE_UNAVAILABLE',
} as const

/** Refuses all requests while work on the services behind the gateway is announced. */
export default definePolicy<Params>({
  name: 'maintenance',
  params: {
    from: {
      ...time,
      description: 'Begin of the work, such as 2027-03-01T22:00Z.',
      says: 'maintenance begins: {}',
    },
    until: {
      ...time,
      description: 'End of the work, such as 2027-03-02T01:30Z.',
      says: 'maintenance ends: {}',
    },
  },
  required: ['from', 'until'],
  // before anybody's credential is looked at
  place: { before: ['caller'] },
  create(params, { log }) {
    const work = windowOf(params.from, params.until)
    log.info(params, 'work is announced')
    return function maintenance({ requestId }) {
      const seconds = work.secondsLeft(Date.now())
      if (seconds === 0) return undefined
      log.debug({ requestId, seconds }, 'refused')
      throw new ApiError('SERVICE_UNAVAILABLE', 'Down for maintenance', {
        details: { until: params.until },
        headers: { 'Retry-After': String(seconds) },
      })
    }
  },
})
