import Joi from 'joi'
import { accessGuards } from '../../../auth-service/http/access.js'
import { listen } from '../../../auth-service/http/listener.js'
import { type RouteAccess, type RouteRow, route } from '../../../auth-service/http/route.js'
import type { Sessions } from '../../../auth-service/sessions/sessions.js'
import { connectionLimits } from '../../../edge/connection-limits.js'

const schema = Joi.object<{ name: string }>({ name: Joi.string() })

/**
 * What follows is judged by the compiler (`npm run typecheck`): each directive is above the only
 * mistake of its row.
 */
const served: RouteRow[] = [
  route({
    method: 'POST',
    path: '/a/{id}',
    access: 'token',
    body: { schema },
    handle: ({ principal, body, params }) => ({
      data: [principal.user.id, body.name.length, params.id.length],
    }),
  }),
  route({
    method: 'GET',
    path: '/a',
    access: 'none',
    // @ts-expect-error no one is known where no token is asked for
    handle: ({ principal }) => ({ data: principal.user }),
  }),
  route({
    method: 'GET',
    path: '/a',
    access: 'operator',
    // @ts-expect-error a secret is no one's session
    handle: ({ principal }) => ({ data: principal.session }),
  }),
  route({
    method: 'POST',
    path: '/a',
    access: 'none',
    // @ts-expect-error without a schema there is no body
    handle: ({ body }) => ({ data: body.name }),
  }),
  route({
    method: 'GET',
    path: '/a/{id}',
    access: 'none',
    // @ts-expect-error the path has no such part
    handle: ({ params }) => ({ data: params.kid }),
  }),
]
const refused: RouteRow[] = [
  // @ts-expect-error who may call is not said
  route({ method: 'GET', path: '/a', handle: () => ({ data: {} }) }),
  // @ts-expect-error there is no such access
  route({ method: 'GET', path: '/a', access: 'everybody', handle: () => ({ data: {} }) }),
  ...[null, '', 'None', 'constructor', '__proto__', 0, true].map((access) => ({
    ...served[0]!,
    access: access as RouteAccess,
  })),
]

const guardOf = accessGuards({ service: 'one', operator: 'two' }, {} as Sessions)

test.each(served)('a row of access $access has a guard', ({ access }) => {
  expect(guardOf(access)).toEqual(expect.any(Function))
})

test.each(refused)('a table with a row of access $access is not served at all', async (row) => {
  const place = { setting: 'AUTH_PORT', host: '127.0.0.1', port: 0 }
  const clientOf = () => ({ address: '127.0.0.1', requestId: 'some-request' })
  await expect(
    listen([...served, row], guardOf, { place, connections: connectionLimits({}), clientOf }),
  ).rejects.toThrow(TypeError)
})
