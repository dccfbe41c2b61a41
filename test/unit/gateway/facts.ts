import type { Facts, OurPolicy } from '../../../gateway/config/steps.js'
import type { Field } from '../../../plugins/kit/context.js'
import { definePlugin, definePolicy, type PluginContext } from '../../../plugins/kit/plugin.js'
import type { ParamSchema, Policy } from '../../../plugins/kit/policy.js'

const text: ParamSchema = { description: 'Some text.', type: 'string' }
type Params = Record<string, unknown>

const create = () => () => undefined

/** Small policies that are where the real ones are, made as those are. */
const policies: Policy<Params, Field>[] = [
  {
    name: 'open',
    params: { maxBytes: { description: 'Greatest body.', type: 'integer', minimum: 1 } },
    role: 'open',
    create,
  },
  {
    name: 'limit',
    params: {
      by: {
        description: 'What is counted.',
        type: 'string',
        enum: ['address', 'owner'],
        default: 'address',
      },
      limit: { description: 'Requests in a window.', type: 'integer', minimum: 1 },
    },
    required: ['limit'],
    place: ({ by }: Params) =>
      by === 'owner'
        ? { needs: ['caller'], after: ['authorized'], before: ['search'] }
        : { before: ['caller'] },
    conditional: true,
    throttles: true,
    create,
  },
  { name: 'identify', params: {}, provides: ['caller'], create },
  {
    name: 'permit',
    params: {
      scopes: {
        description: 'Scopes to hold.',
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
      },
    },
    required: ['scopes'],
    provides: ['authorized'],
    place: { needs: ['caller'] },
    create,
  },
  { name: 'rules', params: {}, provides: ['search'], create },
  {
    name: 'find',
    params: { nodes: text },
    role: 'answer',
    place: { needs: ['search', 'authorized'] },
    create,
  },
  {
    name: 'forward',
    params: {
      serviceEndpoint: { description: 'Where requests go.', type: 'string' },
      retry: {
        description: 'Tries.',
        type: 'object',
        properties: { count: { type: 'integer', description: 'How many.' } },
        additionalProperties: false,
      },
    },
    required: ['serviceEndpoint'],
    role: 'answer',
    create,
  },
].map((policy) => definePolicy(policy as Policy<Params, Field>))

const registered = new Map<string, OurPolicy>()
for (const policy of policies) {
  const keep = (given: object) => registered.set(policy.name, given as OurPolicy)
  definePlugin(policy).init({ registerPolicy: keep } as unknown as PluginContext)
}

/** What a host with these plugins would judge by. */
export const facts: Facts = {
  policies: registered,
  conditions: new Map<string, object>([
    ['always', { $id: 'http://conditions.example/always.json' }],
    [
      'method',
      {
        $id: 'http://conditions.example/method.json',
        type: 'object',
        properties: { methods: { type: 'array', items: { enum: ['GET', 'POST'] } } },
        required: ['methods'],
      },
    ],
    [
      'not',
      {
        $id: 'http://conditions.example/not.json',
        properties: { condition: { $ref: 'base.json' } },
        required: ['condition'],
      },
    ],
    [
      'allOf',
      {
        $id: 'http://conditions.example/allOf.json',
        properties: { conditions: { items: { $ref: 'base.json' } } },
      },
    ],
  ]),
}
