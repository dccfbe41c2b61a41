const user = { id: 1, email: 'demo@example.org', name: 'Demo User', role: 'user' }
const account = { ...user, plan: 'default', createdAt: '2030-01-31T12:00:00.000Z', disabled: false }
const key = {
  id: '0b7e2c1d-3c51-4a6e-9d43-5f0c9a2b7e18',
  name: 'first key',
  prefix: 'npd_8fK2xQ1z',
  scopes: ['organizations:read'],
  createdAt: '2030-01-31T12:00:00.000Z',
  expiresAt: '2031-01-31T12:00:00.000Z',
}
const newKey = { ...key, key: 'npd_8fK2xQ1z_0000000000000000000000000000000000000A' }
const ownKey = {
  ...key,
  ...{
    state: 'active',
    expiresInSeconds: 31536000,
    lastUsedAt: '2030-01-31T12:05:00.000Z',
    lastUsedIp: '203.0.113.7',
  },
}

/** `data` of the answers, as the examples show it, by the schemas in answers.ts. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  Nothing: {},
  User: user,
  OpenAccounts: { signUp: 'open', recovery: true },
  Account: account,
  UserList: { users: [account], total: 1 },
  Tokens: {
    accessToken: 'v4.public.eyJpc3MiOi…',
    refreshToken: 'v4.public.eyJpc3Mi…',
    expiresIn: 3600,
    user,
  },
  PageTokens: { accessToken: 'v4.public.eyJpc3MiOi…', expiresIn: 3600, user },
  NewApiKey: newKey,
  RotatedApiKey: { ...newKey, rotatedFrom: '5f0c9a2b-7e18-4a6e-9d43-0b7e2c1d3c51' },
  ApiKey: ownKey,
  ApiKeyList: { keys: [ownKey], total: 1 },
  SearchResult: {
    results: [{ id: 'org-0023', name: 'Clean Water Providence Inc.', region: 'RI', _score: 4.2 }],
    total: 1,
    index: 'organization-serp*',
    version: 'v9',
  },
  CallerLimits: {
    plan: 'default',
    scopes: ['organizations:read'],
    limits: [
      {
        name: 'searches',
        unit: 'requests',
        by: 'owner',
        limit: 600,
        windowSeconds: 60,
        remaining: 599,
        resetSeconds: 42,
        calls: ['POST /api/v1/organizations/search'],
      },
    ],
    searches: [{ calls: ['POST /api/v1/organizations/search'], maxCost: 1600 }],
  },
  Usage: {
    by: 'day',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    rows: [
      { day: '2026-11-25', requests: 120, cost: 84.5, bytes: 912345, errors: { RATE_LIMITED: 3 } },
    ],
    totals: { requests: 120, cost: 84.5, bytes: 912345, errors: { RATE_LIMITED: 3 } },
  },
  Welcome: {
    name: 'Nonprofit Organization Directory API',
    calls: [{ method: 'POST', path: '/api/v1/auth/login' }],
    openapi: '/api/v1/openapi.json',
    pages: { directory: '/', docs: '/docs', try: '/try', account: '/account' },
  },
  Explanation: {
    accepted: true,
    problems: {},
    cost: {
      total: 4.1,
      cap: 1600,
      parts: [
        { path: 'body', cost: 2.1 },
        { path: 'query.match', cost: 2 },
      ],
    },
    budget: null,
    limits: { size: 10000, maxCost: 1600 },
    search: {
      index: 'organization-serp',
      body: { track_total_hits: true, timeout: '10000ms', query: { match: { name: 'food bank' } } },
    },
  },
  FieldFamilies: {
    families: {
      'organization-entity': {
        fields: [
          {
            name: 'founded_year',
            type: 'integer',
            uses: ['term', 'sort', 'aggregate'],
            example: 2020,
          },
        ],
      },
    },
  },
}
