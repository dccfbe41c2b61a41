import Joi from 'joi'
import { accessGuards } from '../../../auth-service/http/access.js'
import { listen } from '../../../auth-service/http/listener.js'
import { type RouteAccess, type RouteRow, route } from '../../../auth-service/http/route.js'
import type { Sessions } from '../../../auth-service/sessions/sessions.js'
import { connectionLimits } from '../../../edge/connection-limits.js'

const schema = Joi.object<{ name: string }>({ name: Joi.string() })

const served = route({
  method: 'POST',
  path: '/a/{id}',
  access: 'token',
  body: { schema },
  handle: ({ principal, body, params }) => ({
    data: [principal.user.id, body.name.length, params.id.length],
  }),
})
const refused: RouteRow[] = [
  // @ts-expect-error who may call is not said
  route({ method: 'GET', path: '/a', handle: () => ({ data: {} }) }),
  // @ts-expect-error there is no such access
  route({ method: 'GET', path: '/a', access: 'everybody', handle: () => ({ data: {} }) }),
  ...[null, '', 'None', 'constructor', '__proto__', 0, true].map((access) => ({
    ...served,
    access: access as RouteAccess,
  })),
]

const guardOf = accessGuards({ service: 'one', operator: 'two' }, {} as Sessions)

test.each(refused)('a table with a row of access $access is not served at all', async (row) => {
  const place = { setting: 'AUTH_PORT', host: '127.0.0.1', port: 0 }
  const clientOf = () => ({ address: '127.0.0.1', requestId: 'some-request' })
  await expect(
    listen([served, row], guardOf, { place, connections: connectionLimits({}), clientOf }),
  ).rejects.toThrow(TypeError)
})
