import { definePlugin, definePolicy } from '../../../plugins/kit/plugin.js'

interface Params {
  throws?: string
  pad?: number
  headers?: Record<string, string>
}

/** Ends a pipeline of a test: shows what the context holds, or fails. */
const answer = definePolicy<Params>({
  name: 'answer',
  params: {
    throws: { description: 'Message of an error to throw.', type: 'string' },
    pad: { description: 'Bytes of padding.', type: 'integer' },
    headers: { description: 'Headers of the answer.', type: 'object' },
  },
  role: 'answer',
  create({ throws, pad, headers }) {
    return function answer(context, req) {
      if (throws !== undefined) throw new Error(throws)
      const { address, endpoint, maxBodyBytes, search } = context
      const padding = pad === undefined ? {} : { pad: 'äbc '.repeat(pad / 5) }
      const data = {
        address,
        endpoint,
        maxBodyBytes,
        url: req.url,
        counts: search?.counts,
        search: search && JSON.parse(search.body),
        ...padding,
      }
      context.result = { data, ...(headers && { headers }) }
      return undefined
    }
  },
})

export const { version, policies, schema, init } = definePlugin(answer)
