import { PublicProtocol } from 'paseto'
import {
  ExportPublicKeyFactory,
  GetPublicKeyFactory,
  ImportSecretKeyFactory,
  SignFactory,
} from 'paseto/v4/public'
import { publicKeyId } from '../../../auth-service/sessions/signing-key.js'
import { SigningKeys } from '../../../auth-service/sessions/signing-keys.js'
import { Tokens } from '../../../auth-service/sessions/tokens.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import type { Store } from '../../../auth-service/store/store.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { samples } from '../../support/samples.js'

const v4 = new PublicProtocol(
  SignFactory,
  ImportSecretKeyFactory,
  GetPublicKeyFactory,
  ExportPublicKeyFactory,
)
const paserk = <Kind extends 'public' | 'secret'>(kind: Kind, hex: string) =>
  `k4.${kind}.${Buffer.from(hex, 'hex').toString('base64url')}` as const

/** Keys of the official v4 signing vectors. */
const secretHex =
  'b4cbfb43df4ce210727d953e4a713307fa19bb7d9f85041438d9e11b942a37741eb9dbbbbc047c03fd70604e0071f0987e16b28b757225c11f00415d0e20b1a2'
const secret = paserk('secret', secretHex)
const lives = { accessSeconds: 60, refreshIdleSeconds: 60, refreshAbsoluteSeconds: 60 }
const policy = { issuer: 'us', audience: 'them', ...lives }
const now = Date.parse('2030-01-01T00:00:00.000Z')
const ids = { sub: '1', sid: 's', jti: 'j' } as const
const claims = { ...ids, typ: 'access', role: 'user', scopes: ['organizations:read'] } as const
const life = { from: now, until: now + 60_000 }

let store: Store
let keys: SigningKeys
let tokens: Tokens
let token: string
let kid: string
beforeAll(async () => {
  store = await openLowdbStore(temporaryFolder())
  keys = new SigningKeys(store, 60_000, () => now)
  await keys.open(secret)
  tokens = new Tokens(keys, policy, () => now)
  kid = keys.current.kid
  token = await tokens.sign(claims, life, kid)
})
afterAll(() => store.close())

test.each([
  ['00'.repeat(32), 'k4.pid.S_XQmeEwHbbvRmiyfXfHYpLGjXGzjTRSDoT1YtTakWFE'],
  [
    '707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f',
    'k4.pid.9ShR3xc8-qVJ_di0tc9nx0IDIqbatdeM2mqLFBJsKRHs',
  ],
  [
    '707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e90',
    'k4.pid.-nyvbaTz8U6TQz7OZWW-iB3va31iAxIpUgzUcVQVmW9A',
  ],
])('the official vector of PASERK k4.pid of %s', (hex, id) =>
  expect(publicKeyId(paserk('public', hex))).toBe(id),
)

test('the same facts give the same token, with every claim and the kid', async () => {
  expect(await tokens.sign(claims, life, kid)).toBe(token)
  const [, , body = '', footer = ''] = token.split('.')
  const payload = Buffer.from(body, 'base64url').subarray(0, -64).toString()
  const from = '2030-01-01T00:00:00.000Z'
  const times = { iat: from, nbf: from, exp: '2030-01-01T00:01:00.000Z' }
  expect(JSON.parse(payload)).toEqual({ iss: 'us', aud: 'them', ...claims, ...times })
  expect(JSON.parse(Buffer.from(footer, 'base64url').toString())).toEqual({ kid })
  expect(kid).toMatch(/^k4\.pid\.[\w-]{44}$/)
  expect(await tokens.verify(token)).toMatchObject(claims)
})

describe('one token, one string', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  test('changed in one letter, none is accepted', async () => {
    for (let i = 0; i < samples(300); i++) {
      const at = i % token.length
      const letter = alphabet[(alphabet.indexOf(token[at]!) + 1 + (i % 62)) % 64]!
      if (letter === token[at]) continue
      const changed = token.slice(0, at) + letter + token.slice(at + 1)
      expect([changed, await tokens.verify(changed)]).toEqual([changed, undefined])
    }
  })
  const lax: [string, (text: string) => string][] = [
    ['padding', (text) => `${text}=`],
    ['a line break', (text) => `${text}\n`],
    ['a ! within', (text) => `${text.slice(0, 50)}!${text.slice(50)}`],
    ['the other base64', (text) => text.replaceAll('-', '+').replaceAll('_', '/')],
    ['another version', (text) => text.replace('v4.', 'v3.')],
    ['a long one', (text) => text + 'A'.repeat(10_000)],
    ['nothing', () => ''],
  ]
  test.each(lax)('%s', async (_name, spell) =>
    expect(await tokens.verify(spell(token))).toBeUndefined(),
  )
})

describe('minted with the right key, but wrong', () => {
  const iso = (ms: number) => new Date(ms).toISOString()
  const times = { iat: iso(now), nbf: iso(now), exp: iso(now + 60_000) }
  const good = { iss: 'us', aud: 'them', ...claims, ...times }
  const mint = async (change: object, footer: unknown = { kid }) => {
    const all = Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined)
    const text = typeof footer === 'string' ? footer : JSON.stringify(footer)
    const nonExpiring = 'exp' in change && change.exp === undefined
    const options = { footer: Buffer.from(text), addIssuedAt: false, nonExpiring }
    return v4.Sign(keys.current.secretKey, Object.fromEntries(all) as never, options)
  }
  test.each<[string, object]>([
    ['the good one', {}],
    ['in force 5 s from now, by a clock that is ahead', { nbf: iso(now + 5000) }],
    ['issued 5 s from now', { iat: iso(now + 5000), nbf: iso(now + 5000) }],
  ])('but not %s', async (_name, change) =>
    expect(await tokens.verify(await mint(change))).toBeDefined(),
  )
  const wrong: [string, object][] = [
    ['another issuer', { iss: 'them' }],
    ['another audience', { aud: 'us' }],
    ['another type', { typ: 'id' }],
    ...['iss', 'aud', 'sub', 'sid', 'jti', 'typ', 'role', 'scopes', 'iat', 'nbf', 'exp'].map(
      (name): [string, object] => [`without ${name}`, { [name]: undefined }],
    ),
    ['expired', { exp: iso(now - 1) }],
    ['expired now: the tolerance does not prolong', { exp: iso(now) }],
    ['not yet', { nbf: iso(now + 6000) }],
    ['issued in the future', { iat: iso(now + 6000) }],
  ]
  test.each(wrong)('%s', async (_name, change) =>
    expect(await tokens.verify(await mint(change))).toBeUndefined(),
  )
  const footers = [{}, '', { kid: 'k4.pid.x' }, '{"kid": "x"}', { kid: publicKeyId('other') }]
  test.each([...footers, [], 'null'])('footer %j', async (footer) =>
    expect(await tokens.verify(await mint({}, footer))).toBeUndefined(),
  )
})

test('two processes with one seed make one key', async () => {
  const folder = temporaryFolder()
  const shared = await openLowdbStore(folder)
  const rings = [1, 2].map(() => new SigningKeys(shared, 60_000, () => now))
  await Promise.all(rings.map((ring) => ring.open(secret)))
  expect(rings[0]!.current.kid).toBe(rings[1]!.current.kid)
  await shared.close()
})
