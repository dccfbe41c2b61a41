import { publicRoutes } from '../../auth-service/routes/tables.js'
import type { AuthService } from '../../auth-service/service/service.js'
import type { ErrorCode } from '../../kit/api/errors.js'
import { type Call, type Examples, everywhere, ofCredentials, type Success } from './call.js'
import { bodySchema, headersNamed, ref, type Schema } from './json-schema.js'

/** What differs from call to call. */
type CallText = Pick<Call, 'operationId' | 'summary' | 'description'> & {
  success?: Partial<Success>
  examples?: Readonly<Record<string, unknown>>
  parameters?: readonly Schema[]
  codes?: readonly ErrorCode[]
  isAgreed?: true
  /** The answer needs no store of the auth service. */
  isStoreless?: true
  /** Schema of an answer that is not in an envelope. */
  plain?: string
}

/** Headers of an answer that sets the cookie. */
const ofCookie = ['Cache-Control', 'Set-Cookie']
const ofUpstreams = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const

const linkToken = 'npl_0000000000000000_00000000000000000000000000000000'

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
const page = inQuery(
  'page',
  whole('Page number, from 1.', { minimum: 1, maximum: 999_999_999, default: 1 }),
)
const ofList = [
  page,
  inQuery('pageSize', whole('Keys per page.', { minimum: 1, maximum: 1000, default: 100 })),
  inQuery(
    'limit',
    whole('Maximum number of keys; with `offset`, instead of `page` and `pageSize`.', {
      minimum: 1,
      maximum: 1000,
    }),
  ),
  inQuery('offset', whole('Number of keys to skip.', { minimum: 0, maximum: 999_999_999 })),
]
/** Not required: without it the calls answer, too. */
const loginCookie: Schema = {
  name: '__Secure-directory-login',
  in: 'cookie',
  required: false,
  description:
    'The refresh token of a page, as the login sets it; `directory-login` where the page was ' +
    'opened by plain http.',
  schema: { type: 'string', maxLength: 4096 },
}
const ofUsers = [
  inQuery('search', {
    description: 'Part of the e-mail address or of the name, in any case.',
    schema: { type: 'string', maxLength: 254 },
  }),
  inQuery('role', { description: 'A role.', schema: { type: 'string', maxLength: 64 } }),
  page,
  inQuery('size', whole('Users per page.', { minimum: 1, maximum: 1000, default: 100 })),
]
const idInPath = (description: string, schema: Schema): Schema => ({
  name: 'id',
  in: 'path',
  required: true,
  description,
  schema,
})

/** The subjects of the calls: the first path that a call's own begins with names its tag. */
const subjects = [
  {
    path: '/api/v1/api-keys',
    tag: 'API keys',
    id: idInPath('Identifier of the key record.', { type: 'string', format: 'uuid' }),
  },
  {
    path: '/api/v1/users',
    tag: 'Users',
    id: idInPath('Id of the user.', { type: 'string', pattern: '^[0-9]{1,16}$' }),
  },
  { path: '/api/v1/auth', tag: 'Login and sessions', id: undefined },
  { path: '/.well-known', tag: 'About', id: undefined },
] as const

/**
 * The calls of the auth service, described; their paths, methods and bodies are those of its own
 * table of routes.
 */
const callTexts: Readonly<Record<string, CallText>> = {
  'POST /api/v1/auth/login': {
    operationId: 'login',
    summary: 'Log in',
    description:
      'Returns tokens for an e-mail address and its password. Failed logins delay later ones.',
    success: { data: 'Tokens' },
    examples: { demo: { email: 'demo@example.org', password: 'the password of the banner' } },
    codes: ['AUTHENTICATION_REQUIRED'],
    isAgreed: true,
  },
  'POST /api/v1/auth/refresh': {
    operationId: 'refresh',
    summary: 'Get new tokens',
    description:
      'Returns a new pair for a refresh token, which is valid once. The same token within 10 ' +
      's returns the same pair.',
    success: { data: 'Tokens' },
    examples: { last: { refreshToken: 'v4.public.eyJpc3Mi…' } },
    codes: ['UNAUTHORIZED'],
  },
  'POST /api/v1/auth/cookie/login': {
    operationId: 'pageLogin',
    summary: 'Log in on a page',
    description:
      'As `login`, for the pages of the gateway, which its Origin must show: the refresh token ' +
      'is in a cookie that no script can read, and is sent to the calls of this path alone.',
    success: { data: 'PageTokens', headers: ofCookie },
    examples: { demo: { email: 'demo@example.org', password: 'the password of the banner' } },
    codes: ['AUTHENTICATION_REQUIRED', 'FORBIDDEN'],
  },
  'POST /api/v1/auth/cookie/refresh': {
    operationId: 'pageRefresh',
    summary: 'Get a new access token on a page',
    description: 'As `refresh`, with the refresh token of the cookie, which is replaced.',
    success: { data: 'PageTokens', headers: ofCookie },
    examples: { nothing: {} },
    codes: ['UNAUTHORIZED', 'FORBIDDEN'],
    parameters: [loginCookie],
  },
  'POST /api/v1/auth/cookie/logout': {
    operationId: 'pageLogout',
    summary: 'Log out on a page',
    description: 'Ends the session of the cookie, if there is one, and removes the cookie.',
    success: { headers: ofCookie },
    examples: { nothing: {} },
    codes: ['FORBIDDEN'],
    parameters: [loginCookie],
  },
  'POST /api/v1/auth/logout': {
    operationId: 'logout',
    summary: 'Log out',
    description: 'Ends the session, with its refresh and access tokens.',
  },
  'POST /api/v1/auth/logout-all': {
    operationId: 'logoutAll',
    summary: 'Log out everywhere',
    description: 'Ends all sessions of the user, including this one.',
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
    description: 'Ends the other sessions of the user.',
    examples: {
      change: { currentPassword: 'the current password', newPassword: 'velvet-anchor-tulip' },
    },
  },
  'GET /api/v1/auth/accounts': {
    operationId: 'accounts',
    summary: 'Who may sign up',
    description: 'Which account calls are enabled; the others return NOT_FOUND.',
    success: { data: 'OpenAccounts' },
    isStoreless: true,
  },
  'POST /api/v1/auth/register': {
    operationId: 'register',
    summary: 'Sign up',
    description:
      'Sends a mail with a link, whose token creates the account by `verify`. The answer is the ' +
      'same where the address has an account already.',
    success: { status: 202 },
    examples: {
      person: { email: 'ada@example.org', name: 'Ada Lovelace', password: 'velvet-anchor-tulip' },
    },
    codes: ['NOT_FOUND'],
  },
  'POST /api/v1/auth/verify': {
    operationId: 'verify',
    summary: 'Confirm a sign-up',
    description:
      'Creates the account, which can log in then. Takes the password of the sign-up, so that ' +
      'no one confirms a sign-up of someone else. A token is valid once, for at most ten tries.',
    success: { data: 'User' },
    examples: { token: { token: linkToken, password: 'velvet-anchor-tulip' } },
    codes: ['NOT_FOUND'],
  },
  'POST /api/v1/auth/recover': {
    operationId: 'recover',
    summary: 'Ask for a new password',
    description:
      'Sends a mail with a link, whose token sets a password by `reset`. The answer is the same ' +
      'where there is no such account.',
    success: { status: 202 },
    examples: { address: { email: 'ada@example.org' } },
    codes: ['NOT_FOUND'],
  },
  'POST /api/v1/auth/reset': {
    operationId: 'reset',
    summary: 'Set a new password',
    description: 'Ends all sessions of the user. A token is valid once.',
    examples: { token: { token: linkToken, password: 'velvet-anchor-tulip' } },
    codes: ['NOT_FOUND'],
  },
  'POST /api/v1/auth/accept': {
    operationId: 'accept',
    summary: 'Accept an invitation',
    description: 'Creates the account, which can log in then. A token is valid once.',
    success: { status: 201, data: 'User' },
    examples: {
      token: { token: linkToken, name: 'Ada Lovelace', password: 'velvet-anchor-tulip' },
    },
    codes: ['NOT_FOUND'],
  },
  'POST /api/v1/auth/delete': {
    operationId: 'deleteAccount',
    summary: 'Delete your account',
    description: 'Ends the sessions, revokes the API keys, and removes the personal data.',
    examples: { confirmed: { password: 'the current password' } },
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/v1/api-keys': {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is shown only in this answer.',
    success: { status: 201, data: 'NewApiKey', message: true },
    examples: {
      shortest: { name: 'first key' },
      whole: { name: 'nightly export', scopes: ['organizations:read'], expiresIn: 30 },
      confined: { name: 'office', allow: { addresses: ['203.0.113.0/24'] } },
    },
    isAgreed: true,
  },
  'GET /api/v1/api-keys': {
    operationId: 'listApiKeys',
    summary: 'List your API keys',
    description:
      'The newest first, without secrets. Revoked and expired keys are listed for 30 days.',
    success: { data: 'ApiKeyList' },
    parameters: ofList,
  },
  'GET /api/v1/api-keys/{id}': {
    operationId: 'readApiKey',
    summary: 'Read an API key',
    description: 'A key of the caller, without its secret.',
    success: { data: 'ApiKey' },
  },
  'PATCH /api/v1/api-keys/{id}': {
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    description:
      'Changes the name, the scopes (within those that its owner may grant) or the allow list, or ' +
      'sets an earlier expiry.',
    success: { data: 'ApiKey' },
    examples: {
      rename: { name: 'another name' },
      narrow: { scopes: ['organizations:read'] },
      confine: { allow: { addresses: ['203.0.113.0/24'] } },
    },
  },
  'DELETE /api/v1/api-keys/{id}': {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key is refused everywhere within seconds, permanently.',
  },
  'POST /api/v1/api-keys/{id}/rotate': {
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same name, scopes and expiry. The old one ends after the grace, never ' +
      'later than its own expiry.',
    success: { status: 201, data: 'RotatedApiKey', message: true },
    examples: { atOnce: {}, withGrace: { graceSeconds: 3600 } },
  },
  'GET /api/v1/users': {
    operationId: 'listUsers',
    summary: 'List users',
    description: 'Ordered by id. For users with the scope `users:manage`.',
    success: { data: 'UserList' },
    parameters: ofUsers,
  },
  'POST /api/v1/users': {
    operationId: 'createUser',
    summary: 'Create a user',
    description: 'An account that can log in at once.',
    success: { status: 201, data: 'Account' },
    examples: {
      person: { email: 'ada@example.org', name: 'Ada Lovelace', password: 'velvet-anchor-tulip' },
    },
  },
  'PATCH /api/v1/users/{id}': {
    operationId: 'updateUser',
    summary: 'Change a user',
    description:
      'Another role or plan, or disabled. Takes effect within a second on the host. The last user with ' +
      'the scope `users:manage` cannot give it up.',
    success: { data: 'Account' },
    examples: { role: { role: 'user' }, plan: { plan: null }, disable: { disabled: true } },
  },
  'DELETE /api/v1/users/{id}': {
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description: 'Ends the sessions, revokes the API keys, and removes the personal data.',
  },
  'GET /.well-known/paseto-keys.json': {
    operationId: 'pasetoKeys',
    summary: 'Public keys of access tokens',
    description: 'For services that verify access tokens themselves. Not in an envelope.',
    success: { data: 'plain' },
    plain: 'PasetoKeys',
    isStoreless: true,
  },
}

/** @throws Error for a route that is not described here. */
export function authCalls(): Call[] {
  return publicRoutes({} as AuthService).map(({ method, path, access, scope, body }) => {
    const text = callTexts[`${method} ${path}`]
    if (!text) throw new Error(`${method} ${path} is not described in dev/openapi/auth-calls.ts`)
    const { success, examples = {}, parameters = [], codes = [], ...rest } = text
    const { isAgreed = false, isStoreless = false, plain, ...words } = rest
    const { tag, id } = subjects.find((subject) => path.startsWith(subject.path))!
    const hasId = id !== undefined && path.includes('{id}')
    return {
      method,
      path,
      ...words,
      tag,
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
      ...(plain !== undefined && { responses: { 200: plainAnswer(plain) } }),
      codes: [
        ...everywhere,
        ...ofUpstreams,
        ...(isStoreless ? [] : (['SERVICE_UNAVAILABLE'] as const)),
        ...(access === 'token' ? ofCredentials : []),
        ...(scope ? (['FORBIDDEN'] as const) : []),
        ...(hasId ? (['NOT_FOUND'] as const) : []),
        ...codes,
      ],
    }
  })
}

function plainAnswer(name: string): Schema {
  const headers = headersNamed(['X-Request-Id', 'Cache-Control'])
  return {
    description: 'Success.',
    headers,
    content: { 'application/json': { schema: ref(name) } },
  }
}

function namedExamples(values: Readonly<Record<string, unknown>>): Examples {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}
