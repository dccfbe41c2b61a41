import { headerMistakes, type WrittenHeaders } from '../../../../plugins/upstream/header-rules.js'
import { pathMistakes } from '../../../../plugins/upstream/paths.js'
import { streamMistakes, type UpstreamParams } from '../../../../plugins/upstream/policy-params.js'
import { words } from '../../../support/cases.js'

describe('paths', () => {
  const declared = ['/a/:id', '/a/:id/b/:part', '/files/*', '/plain'].map((path) => ({ path }))
  test.each<[string, string, string | undefined]>([
    ['/a/:id', '/x/:id', undefined],
    ['/a/:id/b/:part', '/:part/:id', undefined],
    ['/files/*', '/*', undefined],
    ['/b/:id', '/x', 'unknown-path'],
    ['/a/:id', 'x/:id', 'wrong-path'],
    ['/a/:id', '/x/:other', 'wrong-path'],
    ['/a/:id', '/x-:id', 'wrong-path'],
    ['/plain', '/x?y=1', 'wrong-path'],
    ['/plain', 'http://elsewhere/x', 'wrong-path'],
    ['/files/*', '/x/*/y', 'wrong-path'],
  ])('%s → %s: %s', (from, to, rule) => {
    expect(
      pathMistakes({ [from]: to }, declared).map((mistake) => [mistake.path, mistake.rule]),
    ).toEqual(rule === undefined ? [] : [[['paths', from], rule]])
  })
})

describe('headers', () => {
  const set = (name: string): WrittenHeaders => ({ request: { set: { [name]: 'x' } } })
  const ofAnswer = (name: string): WrittenHeaders => ({ answer: { set: { [name]: 'x' } } })
  test.each<[string, WrittenHeaders, string[]]>([
    ...['Host', 'X-Caller-Id', 'x_caller_scopes', 'X-Forwarded-For'].map(
      (name): [string, WrittenHeaders, string[]] => [
        `${name} to the service`,
        set(name),
        ['header-reserved'],
      ],
    ),
    ...words(`
      Connection TE Transfer-Encoding Content-Length Content-Type X-Request-Id Upgrade`).map(
      (name): [string, WrittenHeaders, string[]] => [
        `${name} to the service`,
        set(name),
        ['header-reserved'],
      ],
    ),
    ...[
      'Set-Cookie',
      'X-Request-Id',
      'Access-Control-Allow-Origin',
      'RateLimit-Limit',
      'Content-Length',
    ].map((name): [string, WrittenHeaders, string[]] => [
      `${name} of the answer`,
      ofAnswer(name),
      ['header-reserved'],
    ]),
    ...['authorization', 'X-API-Key', 'Cookie'].flatMap(
      (name): [string, WrittenHeaders, string[]][] => [
        [`${name} of the gateway's own`, set(name), []],
        [`${name} to be removed`, { request: { remove: [name] } }, ['header-reserved']],
        [`${name} of the answer`, { answer: { set: { 'X-A': '' } } }, ['wrong-value']],
      ],
    ),
    ['a claim that is let through', { request: { allow: ['X-Client-IP', 'x_original_url'] } }, []],
    [
      'credentials that are',
      { request: { allow: ['X-Api-Key', 'X-Caller-Id'] } },
      ['header-reserved', 'header-reserved'],
    ],
    ['what passes anyway', { request: { allow: ['X-Own'] } }, ['wrong-value']],
    ['a name with a line break', set('X-A\r\nHost'), ['wrong-value']],
    [
      'one twice',
      { request: { set: { 'X-A': '1', 'x-a': '2' }, remove: ['X_A'] } },
      ['duplicate', 'duplicate'],
    ],
  ])('%s', (_, headers, rules) => {
    expect(headerMistakes(headers).map(({ rule }) => rule)).toEqual(rules)
  })
})

describe('streams', () => {
  const streams = { timeoutMs: 1000, webSockets: false, response: 'passthrough' }
  test.each<[Partial<UpstreamParams>, string[]]>([
    [{ idleTimeoutMs: 999 }, []],
    [{ idleTimeoutMs: 1000 }, ['idleTimeoutMs']],
    [{ webSockets: true }, []],
    [{ webSockets: true, response: 'envelope' }, ['webSockets']],
  ])('%j', (params, expected) => {
    const found = streamMistakes({ ...streams, ...params } as UpstreamParams)
    expect(found.flatMap(({ path }) => path)).toEqual(expected)
  })
})
