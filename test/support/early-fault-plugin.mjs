/** A plugin whose step fails, or never ends, before anybody's credential is looked at: as X-Early-Fault says, else not at all. */
export const version = '1.2.0'
export const policies = ['early-fault']
export const schema = { $id: 'urn:directory:plugin:early-fault', type: 'object' }

export function init(context) {
  context.registerPolicy({
    name: 'early-fault',
    schema: { $id: 'urn:directory:policy:early-fault', type: 'object', properties: {}, required: [] },
    directory: true,
    atTop: [],
    provides: [],
    placeOf: () => ({}),
    conditional: false,
    throttles: false,
    check: () => [],
    backendsOf: () => ({}),
    policy: () => (req, _res, next) => ways[req.headers['x-early-fault'] ?? 'none'](next),
  })
}

const ways = {
  none: (next) => next(),
  thrown: () => {
    throw new Error('the planted fault')
  },
  hanging: () => {},
}
