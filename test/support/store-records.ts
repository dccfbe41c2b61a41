import type { ApiKeyRecord, Records } from '../../auth-service/store/store.js'

/** What an e-mail address, the id with the greatest freedom, may look like. */
export const oddIds = [
  'a b@example.org',
  'ü/ñ?x=1&y#z@example.org',
  '100%25@example.org',
  '"quoted\\"@example.org',
  '../_doc/x',
]

/** An API key in force. */
export function key(id: string, ownerId = 1): ApiKeyRecord {
  return {
    id,
    ownerId,
    name: id,
    prefix: 'npd_00000000',
    hash: '0'.repeat(64),
    scopes: ['organizations:read'],
    createdAt: 0,
    expiresAt: 1e13,
  }
}

/** One record of every kind, with every member that it may have. */
export const samples: { [K in keyof Records]: { id: string; record: Required<Records[K]> } } = {
  users: {
    id: '1',
    record: {
      id: 1,
      email: 'Renée@example.org',
      name: 'line\nbreak, "quotes" and \u2028',
      role: 'admin',
      plan: 'gold',
      planChangedAt: 1_795_291_406_679,
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
      createdAt: 1_795_291_406_679,
      disabledAt: 1_795_291_406_680,
      isLeaving: true,
      endingAt: 1_795_291_406_681,
      failedLogins: 3,
      deletedAt: 1_795_291_406_681,
    },
  },
  emails: { id: 'renée@example.org', record: { userId: 1 } },
  sessions: {
    id: 's',
    record: {
      id: 's',
      ownerId: 1,
      createdAt: 1,
      generation: 2,
      rotatedAt: 3,
      kid: 'k4.pid.x',
      refreshHash: 'a'.repeat(64),
      previousHash: 'b'.repeat(64),
      expiresAt: 4,
      lastsUntil: 5,
      endedAt: 6,
    },
  },
  apiKeys: {
    id: 'k',
    record: {
      ...key('k'),
      plan: 'gold',
      allow: { addresses: ['192.0.2.0/24'], origins: ['https://a.example'] },
      level: 1,
      revokedAt: 1,
      isRevoked: true,
      rotatedFrom: 'j',
      rotatedTo: 'l',
      lastUsedAt: 2,
      lastUsedIp: '2001:db8::1',
    },
  },
  signingKeys: {
    id: 'k4.pid.x',
    record: { id: 'k4.pid.x', secret: 'k4.secret.x', createdAt: 1, signsFrom: 1, retiredAt: 2 },
  },
  links: {
    id: 'l',
    record: {
      id: 'l',
      purpose: 'verify',
      email: 'Renée@example.org',
      network: '192.0.2.1',
      createdAt: 1,
      expiresAt: 2,
      tokens: [{ hash: 'c'.repeat(64), expiresAt: 3 }],
      mail: { template: 'known', tries: 1, dueAt: 4 },
      usedAt: 5,
      ownerId: 1,
      passwordDigest: 'd'.repeat(64),
      role: 'user',
      name: 'Renée',
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
      passwordTries: 6,
    },
  },
}
