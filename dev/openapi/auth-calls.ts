import { publicRoutes } from '../../auth-service/routes/tables.js'
import type { AuthService } from '../../auth-service/service.js'
import type { ErrorCode } from '../../kit/api/errors.js'
import { type Call, type Examples, everywhere, ofCredentials, type Success } from './call.js'
import { bodySchema, type Schema } from './json-schema.js'

/** What differs from call to call. */
type CallText = Pick<Call, 'operationId' | 'summary' | 'description'> & {
  success?: Partial<Success>
  examples?: Readonly<Record<string, unknown>>
  parameters?: readonly Schema[]
  codes?: readonly ErrorCode[]
  isAgreed?: true
}

const ofUpstreams = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'SERVICE_UNAVAILABLE'] as const

const whole = (description: string, bounds: Schema): Schema => ({
  description,
  schema: { type: 'integer', ...bounds },
})
const inQuery = (name: string, text: Schema): Schema => ({
  name,
  in: 'query',
  required: false,
  ...text,
})
const ofList = [
  inQuery(
    'page',
    whole('Which page, from 1 on.', { minimum: 1, maximum: 999_999_999, default: 1 }),
  ),
  inQuery('pageSize', whole('Keys on a page.', { minimum: 1, maximum: 1000, default: 100 })),
  inQuery(
    'limit',
    whole('Most keys; with `offset`, in place of `page` and `pageSize`.', {
      minimum: 1,
      maximum: 1000,
    }),
  ),
  inQuery('offset', whole('How many keys to pass over.', { minimum: 0, maximum: 999_999_999 })),
]
const id: Schema = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the key record.',
  schema: { type: 'string', format: 'uuid' },
}

/**
 * The calls of the auth service, told; their paths, methods and bodies are those of its own table
 * of routes.
 */
const callTexts: Readonly<Record<string, CallText>> = {
  'POST /api/v1/auth/login': {
    operationId: 'login',
    summary: 'Log in',
    description:
      'Tokens for an e-mail address and its password. Failed logins of an account make it wait.',
    success: { data: 'Tokens' },
    examples: { demo: { email: 'demo@example.org', password: 'the password of the banner' } },
    codes: ['AUTHENTICATION_REQUIRED'],
    isAgreed: true,
  },
  'POST /api/v1/auth/refresh': {
    operationId: 'refresh',
    summary: 'Get new tokens',
    description:
      'A new pair for a refresh token, which is used up then. The same token within 10 s gets ' +
      'the same pair.',
    success: { data: 'Tokens' },
    examples: { last: { refreshToken: 'v4.public.eyJpc3Mi…' } },
    codes: ['UNAUTHORIZED'],
  },
  'POST /api/v1/auth/logout': {
    operationId: 'logout',
    summary: 'Log out',
    description: 'Ends the session, with its refresh and access tokens.',
  },
  'POST /api/v1/auth/logout-all': {
    operationId: 'logoutAll',
    summary: 'Log out everywhere',
    description: 'Ends all sessions of the user, this one too.',
  },
  'GET /api/v1/auth/me': {
    operationId: 'me',
    summary: 'Who am I',
    description: 'The user of the access token.',
    success: { data: 'User' },
  },
  'POST /api/v1/auth/password': {
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'The user’s other sessions end.',
    examples: {
      change: { currentPassword: 'the password until now', newPassword: 'velvet-anchor-tulip' },
    },
  },
  'POST /api/v1/api-keys': {
    operationId: 'createApiKey',
    summary: 'Make an API key',
    description: 'The key stands in this one answer and is never shown again.',
    success: { status: 201, data: 'NewApiKey', message: true },
    examples: {
      shortest: { name: 'first key' },
      whole: { name: 'nightly export', scopes: ['organizations:read'], expiresIn: 30 },
    },
    isAgreed: true,
  },
  'GET /api/v1/api-keys': {
    operationId: 'listApiKeys',
    summary: 'List the own API keys',
    description:
      'The newest first, without their secrets. A key that has ended is listed for 30 days.',
    success: { data: 'ApiKeyList' },
    parameters: ofList,
  },
  'GET /api/v1/api-keys/{id}': {
    operationId: 'readApiKey',
    summary: 'Read an API key',
    description: 'One of the caller’s own, without its secret.',
    success: { data: 'ApiKey' },
  },
  'PATCH /api/v1/api-keys/{id}': {
    operationId: 'updateApiKey',
    summary: 'Rename or narrow an API key',
    description: 'Another name, fewer scopes, an earlier end.',
    success: { data: 'ApiKey' },
    examples: { rename: { name: 'another name' }, narrow: { scopes: ['organizations:read'] } },
  },
  'DELETE /api/v1/api-keys/{id}': {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'It is refused everywhere within seconds, and stays revoked.',
  },
  'POST /api/v1/api-keys/{id}/rotate': {
    operationId: 'rotateApiKey',
    summary: 'Put a new API key in the place of one',
    description:
      'Of the same name, scopes and expiry. The old one ends after the grace, never later than ' +
      'it would have.',
    success: { status: 201, data: 'RotatedApiKey', message: true },
    examples: { atOnce: {}, withGrace: { graceSeconds: 3600 } },
  },
}

/** @throws Error for a route that nobody has told here. */
export function authCalls(): Call[] {
  return publicRoutes({} as AuthService).map(({ method, path, access, scope, body }) => {
    const text = callTexts[`${method} ${path}`]
    if (!text) throw new Error(`${method} ${path} is not told in dev/openapi/auth-calls.ts`)
    const { success, examples = {}, parameters = [], codes = [], isAgreed = false, ...words } = text
    const hasId = path.includes('{id}')
    return {
      method,
      path,
      ...words,
      tag: path.includes('/api-keys') ? 'API keys' : 'Login and sessions',
      isAddition: !isAgreed,
      access: access === 'token' ? 'token' : 'none',
      parameters: hasId ? [id, ...parameters] : parameters,
      ...(body && {
        body: {
          schema: bodySchema(body.schema),
          optional: body.optional ?? false,
          examples: namedExamples(examples),
        },
      }),
      success: { status: 200, data: 'Nothing', headers: ['Cache-Control'], ...success },
      isTagged: false,
      codes: [
        ...everywhere,
        ...ofUpstreams,
        ...(access === 'token' ? ofCredentials : []),
        ...(scope ? (['FORBIDDEN'] as const) : []),
        ...(hasId ? (['NOT_FOUND'] as const) : []),
        ...codes,
      ],
    }
  })
}

function namedExamples(values: Readonly<Record<string, unknown>>): Examples {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}
