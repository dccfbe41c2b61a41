import { definePlugin, definePolicy } from '../../../plugins/kit/plugin.js'

interface Params {
  throws?: string
}

/** Ends a pipeline of a test: tells what the context holds, or fails. */
const answer = definePolicy<Params>({
  name: 'answer',
  params: { throws: { description: 'Message of an error to throw.', type: 'string' } },
  role: 'answer',
  create({ throws }) {
    return function answer(context, req) {
      if (throws !== undefined) throw new Error(throws)
      const { address, endpoint, maxBodyBytes, search } = context
      context.result = { data: { address, endpoint, maxBodyBytes, url: req.url, counts: search?.counts } }
      return undefined
    }
  },
})

export const { version, policies, schema, init } = definePlugin(answer)
