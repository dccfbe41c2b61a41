import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Access,
  type AccessValues,
  accessOf,
  accessValues,
  engineSettings,
  toAuthorization,
} from '../../../../kit/elasticsearch/access.js'
import { testFolder } from '../../../support/folders.js'

const folder = testFolder()
const ca = join(folder, 'ca.pem')
writeFileSync(ca, 'PEM')

const names = { nodes: 'NODES', apiKey: 'KEY', username: 'NAME', password: 'WORD', ca: 'CA' }
const nodes = 'http://a'

test.each<[AccessValues, Access, string | undefined]>([
  [{ nodes }, { nodes: ['http://a'] }, undefined],
  [
    { nodes: ' http://a:9200/ ,https://b/es/' },
    { nodes: ['http://a:9200', 'https://b/es'] },
    undefined,
  ],
  [
    { nodes, apiKey: null, username: '', password: null, ca: '' },
    { nodes: ['http://a'] },
    undefined,
  ],
  [
    { nodes, apiKey: 'c2VjcmV0' },
    { nodes: ['http://a'], auth: { apiKey: 'c2VjcmV0' } },
    'ApiKey c2VjcmV0',
  ],
  [
    { nodes, username: 'u', password: 'p:é' },
    { nodes: ['http://a'], auth: { username: 'u', password: 'p:é' } },
    `Basic ${Buffer.from('u:p:é').toString('base64')}`,
  ],
  [{ nodes, ca }, { nodes: ['http://a'], ca: 'PEM' }, undefined],
])('%j', (values, access, authorization) => {
  expect(accessOf(values, names)).toEqual(access)
  expect(toAuthorization(accessOf(values, names))).toBe(authorization)
})

/** What an operator may get wrong → the message, which names what it set. */
test.each<[AccessValues, string]>([
  [{}, 'NODES is not set: name one or more nodes, such as https://es1.example.org:9200'],
  [
    { nodes: 'localhost:9200' },
    'NODES: number 1 is not an http(s) URL: write one such as https://es1.example.org:9200',
  ],
  [{ nodes: 'http://a,' }, 'NODES: number 2 is not an http(s) URL'],
  [
    { nodes: 'http://a,http://hunter2@b' },
    'NODES: number 2 holds a credential: set KEY, or NAME and WORD, instead',
  ],
  [{ nodes: 'http://a/?key=hunter2' }, 'NODES: number 1 is more than scheme, host, port and path'],
  [
    { nodes, apiKey: 'hunter2', username: 'u', password: 'p' },
    'set KEY, or NAME and WORD, not both',
  ],
  [{ nodes, apiKey: 'hunter2→' }, 'KEY is no API key: give its encoded form'],
  [{ nodes, apiKey: 'hunter2\n' }, 'KEY is no API key'],
  [{ nodes, password: 'hunter2' }, 'NAME and WORD must be set together'],
  [{ nodes, ca: '/nowhere/ca.pem' }, 'CA: cannot read /nowhere/ca.pem (ENOENT): name a PEM file'],
])('%j is refused', (values, says) => {
  expect(() => accessOf(values, names)).toThrow(says)
  expect(() => accessOf(values, names)).not.toThrow('hunter2')
})

test('the values of settings, a secret by its file too', () => {
  const key = join(folder, 'key')
  writeFileSync(key, 'c2VjcmV0\n')
  const env = {
    ELASTICSEARCH_URL: 'http://a',
    ELASTICSEARCH_API_KEY_FILE: key,
    ELASTICSEARCH_CA: ca,
  }
  expect(accessValues(engineSettings, env)).toEqual({ nodes: 'http://a', apiKey: 'c2VjcmV0', ca })
})
