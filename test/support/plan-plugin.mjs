/** A plugin whose step shows the plan of the caller, in the header X-Plan of the answer. */
export const version = '1.2.0'
export const policies = ['shown-plan']
export const schema = { $id: 'urn:directory:plugin:shown-plan', type: 'object' }

export function init(context) {
  context.registerPolicy({
    name: 'shown-plan',
    schema: { $id: 'urn:directory:policy:shown-plan', type: 'object', properties: {} },
    directory: true,
    atTop: [],
    provides: [],
    placeOf: () => ({ needs: ['caller'] }),
    conditional: false,
    throttles: false,
    check: () => [],
    policy: () => (req, res, next) => {
      res.setHeader('X-Plan', req[Symbol.for('directory.context')].caller.plan)
      next()
    },
  })
}
