import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { makeApiKey, parseApiKey } from '../../../../kit/credentials/api-key-format.js'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key has its documented form and is read back', () => {
  const key = makeApiKey()
  expect(key).toMatch(/^npd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/)
  expect(parseApiKey(key)).toEqual({
    prefix: key.slice(0, 12),
    hash: createHash('sha256').update(key).digest('hex'),
  })
})

test('changed in one letter, none is taken for a key', () => {
  for (let i = 0; i < 1000; i++) {
    const key = makeApiKey()
    const at = i % key.length
    const letter = base62[(base62.indexOf(key[at]!) + 1 + (i % 61)) % 62]!
    expect(parseApiKey(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined()
  }
})

test('two letters that changed places, and any other text, are not taken for a key', () => {
  fc.assert(
    fc.property(fc.nat(48), (at) => {
      const key = makeApiKey()
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
      if (swapped !== key) expect(parseApiKey(swapped)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => expect(parseApiKey(text)).toBeUndefined()),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^npd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/), (text) =>
      expect(parseApiKey(text)).toBeUndefined(),
    ),
  )
})
