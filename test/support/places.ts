/** Where in a request a secret may be, and how it may be written. */

/** A request as bytes (Latin-1), with a secret in one place. */
export interface Place {
  name: string
  bytes: string
  /** Where a secret is sent as it is only: its writings mean nothing there. */
  plainOnly: boolean
  /** What a caller names is in the answer to it: names in a query, the name of its key. */
  isEchoed: boolean
}

const encode = (text: string, digits: (code: string) => string = (code) => code) =>
  [...text]
    .map((letter) => `%${digits(letter.charCodeAt(0).toString(16).padStart(2, '0'))}`)
    .join('')

/** A secret as it may be written in a URL, by name. */
export function writings(secret: string): [string, string][] {
  const [first = '', ...rest] = secret
  const tail = rest.join('')
  return [
    ['plain', secret],
    ['the first letter encoded', encode(first) + tail],
    ['encoded', encode(secret)],
    ['encoded in capitals', encode(secret, (code) => code.toUpperCase())],
    ['encoded twice', encode(secret).replaceAll('%', '%25')],
    ['encoded three times, the first letter', encode(first).replace('%', '%252525') + tail],
    ['the percent sign encoded in pieces', `%%${encode(encode(first).slice(1)).slice(1)}${tail}`],
    ['behind a broken escape', `%zz%${encode(first)}${tail}`],
    ['with a broken escape in it', `${secret.slice(0, 30)}%${secret.slice(30)}`],
    ['cut by a slash', `${secret.slice(0, 2)}/${secret.slice(2)}`],
  ]
}

const targets = [
  '/',
  '//',
  '/api/v1/api-keys/',
  '/api/v1/api-keys/../',
  '/api/v1/organizations/search/',
  '/internal/users/',
]

const headers = [
  ...[
    'X-Request-Id',
    'User-Agent',
    'Referer',
    'Origin',
    'Cookie',
    'X-API-Key',
    'X-Forwarded-For',
    'Forwarded',
    'Via',
  ],
  ...[
    'Accept',
    'Accept-Encoding',
    'Content-Type',
    'Content-Encoding',
    'Expect',
    'Range',
    'Traceparent',
    'X-Caller-Id',
  ],
  ...[
    'Transfer-Encoding',
    'Content-Length',
    'Upgrade',
    'Connection',
    'Proxy-Authorization',
    'Host',
  ],
]

const schemes = ['', 'Bearer ', 'bearer   ', 'Basic ', 'Token ', 'Bearer Bearer ', 'Bearer x ']

/** @param key A good API key, for what is judged only with one. */
export function places(secret: string, { key }: { key: string }): Place[] {
  const inTarget = (target: string) => request({ target })
  const withHeader = (line: string) => request({ head: [line] })
  const post = (target: string, body: string) =>
    request({ method: 'POST', target, head: [json], body })
  const search = (body: string) =>
    request({
      method: 'POST',
      target: '/api/v1/organizations/search',
      head: [json, `X-API-Key: ${key}`],
      body,
    })
  const query = (clause: string) =>
    search(`{"index":"organization-serp*","body":{"query":${clause}}}`)
  const encodable: Record<string, string> = {
    ...byName(targets, (target) => inTarget(target + secret)),
    'a path parameter': inTarget(`/x;${secret}`),
    'the query api_key': inTarget(`/api/v1/api-keys?api_key=${secret}`),
    'a value of the query': inTarget(`/x?y=${secret}`),
    'a name of the query': inTarget(`/x?${secret}=1`),
    'a fragment': inTarget(`/x#${secret}`),
    'an absolute target': inTarget(`http://a/${secret}`),
    'the user of a target': inTarget(`http://${secret}@a/`),
    'X-Request-Id': withHeader(`X-Request-Id: ${secret}`),
  }
  const plain: Record<string, string> = {
    ...byName(headers, (name) => withHeader(`${name}: ${secret}`)),
    ...byName(schemes, (scheme) => withHeader(`Authorization: ${scheme}${secret}`)),
    'two credentials': request({
      head: [`Authorization: Bearer ${secret}`, `X-API-Key: ${secret}`],
    }),
    'the zone of an address': withHeader(`X-Forwarded-For: fe80::1%${secret}`),
    'a preflight': request({
      method: 'OPTIONS',
      head: [`Origin: ${secret}`, `Access-Control-Request-Method: ${secret}`],
    }),
    'the name of a header': withHeader(`X-${secret}: 1`),
    'a header without a colon': withHeader(secret),
    'the method': request({ method: secret }),
    'a request line alone': `${secret}\r\n\r\n`,
    'the version': `GET / ${secret}\r\n\r\n`,
    CONNECT: request({ method: 'CONNECT', target: `${secret}:443` }),
    'no path': inTarget(secret),
    'the size of a chunk': chunked(`${secret}\r\n`),
    'the extension of a chunk': chunked(`2;${secret}=${secret}\r\n{}\r\n0\r\n\r\n`),
    'a trailer': chunked(`2\r\n{}\r\n0\r\nX-Trailer: ${secret}\r\n\r\n`),
    'a password': post(
      '/api/v1/auth/login',
      JSON.stringify({ email: 'nobody@example.org', password: secret }),
    ),
    'an e-mail': post(
      '/api/v1/auth/login',
      JSON.stringify({ email: `${secret}@example.org`, password: 'x' }),
    ),
    'a refresh token': post('/api/v1/auth/refresh', JSON.stringify({ refreshToken: `${secret}A` })),
    'the refresh token of a page': request({
      method: 'POST',
      target: '/api/v1/auth/cookie/refresh',
      head: [json, 'Origin: http://a', `Cookie: directory-login=${secret}A`],
      body: '{}',
    }),
    'a member too many': post(
      '/api/v1/auth/login',
      JSON.stringify({ email: 'a@b.cc', password: 'x', more: secret }),
    ),
    'JSON broken in the middle': post('/api/v1/auth/login', `{"password":"${secret}`),
    'JSON that is no object': post('/api/v1/auth/login', `"${secret}"`),
    'no JSON': post('/api/v1/auth/login', secret),
    'an index': search(`{"index":"${secret}","body":{"query":{"match_all":{}}}}`),
    'a value of a query': query(`{"match":{"name":"${secret}"}}`),
    'a wrong value of a query': query(`{"range":{"founded_year":{"gte":{"x":"${secret}"}}}}`),
    'a query string': query(`{"simple_query_string":{"query":"${secret} +(","fields":["name"]}}`),
    'a search that is broken off': search(
      `{"index":"organization-serp*","body":{"query":{"match":{"name":"${secret}`,
    ),
  }
  const echoed: Record<string, string> = {
    'a name of a member': post('/api/v1/auth/login', JSON.stringify({ [secret]: 1 })),
    'a member of a search': search(
      JSON.stringify({ index: 'organization-serp*', body: {}, [secret]: 1 }),
    ),
    'the name of a field': query(`{"match":{"${secret}":"x"}}`),
    'the name of a clause': query(`{"${secret}":{}}`),
  }
  return [
    ...rows(encodable, { plainOnly: false, isEchoed: false }),
    ...rows(plain, { plainOnly: true, isEchoed: false }),
    ...rows(echoed, { plainOnly: true, isEchoed: true }),
  ]
}

const json = 'Content-Type: application/json'

interface Parts {
  method?: string
  target?: string
  head?: string[]
  body?: string
}

function request({ method = 'GET', target = '/api/v1/api-keys', head = [], body }: Parts): string {
  const host = head.some((line) => /^host:/i.test(line)) ? [] : ['Host: a']
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`${method} ${target} HTTP/1.1`, ...host, ...head, ...length, 'Connection: close']
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

function chunked(body: string): string {
  const head = [json, 'Transfer-Encoding: chunked']
  return request({ method: 'POST', target: '/api/v1/auth/login', head }) + body
}

function byName(names: string[], of: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`behind "${name}"`, of(name)]))
}

function rows(table: Record<string, string>, kind: Omit<Place, 'name' | 'bytes'>): Place[] {
  return Object.entries(table).map(([name, bytes]) => ({ name, bytes, ...kind }))
}
