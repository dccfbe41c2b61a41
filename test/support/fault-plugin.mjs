/** A plugin whose step fails, as X-Fault says: what a programmer's mistake in a plugin looks like to the host. */
export const version = '1.2.0'
export const policies = ['fault']
export const schema = { $id: 'urn:directory:plugin:fault', type: 'object' }

export function init(context) {
  context.registerPolicy({
    name: 'fault',
    schema: { $id: 'urn:directory:policy:fault', type: 'object', properties: {}, required: [] },
    directory: true,
    atTop: [],
    provides: [],
    placeOf: () => ({ needs: ['caller'] }),
    conditional: false,
    throttles: false,
    check: () => [],
    policy: () => (req, res, next) => ways[req.headers['x-fault'] ?? 'thrown'](next),
  })
}

const fail = () => {
  throw new Error('the planted fault')
}
const ways = {
  none: (next) => next(),
  thrown: fail,
  rejected: async () => fail(),
  'thrown outside the request': () => setTimeout(fail),
  'rejected outside the request': (next) => {
    Promise.reject(new Error('the planted fault'))
    next()
  },
}
