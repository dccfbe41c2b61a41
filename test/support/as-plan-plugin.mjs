/** A plugin whose step gives callers the plan that X-Test-Plan names, if it names one. */
export const version = '1.2.0'
export const policies = ['as-plan']
export const schema = { $id: 'urn:directory:plugin:as-plan', type: 'object' }

export function init(context) {
  context.registerPolicy({
    name: 'as-plan',
    schema: { $id: 'urn:directory:policy:as-plan', type: 'object', properties: {}, required: [] },
    directory: true,
    atTop: [],
    provides: [],
    placeOf: () => ({ needs: ['caller'] }),
    conditional: false,
    throttles: false,
    check: () => [],
    policy: () => (req, _res, next) => {
      const context = req[Symbol.for('directory.context')]
      const plan = req.headers['x-test-plan'] ?? context.caller.plan
      // the caller is one object for all requests of a key
      context.caller = { ...context.caller, plan }
      next()
    },
  })
}
