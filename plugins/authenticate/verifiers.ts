import type { CredentialKind } from '../../kit/credentials/credentials.js'
import { KeyJudge, type KeyJudgeOptions } from './api-key-verifier.js'
import type { Link } from './auth-service-connection.js'
import type { CredentialJudge } from './credential-verifier.js'
import { TokenJudge, type TokenJudgeOptions } from './token-verifier.js'

/** What credentials are judged by, besides the word of the auth service. */
export type Judging = Omit<KeyJudgeOptions & TokenJudgeOptions, 'link'>

/** Who judges, by kind of credential. */
export type Judges = Readonly<Record<CredentialKind, CredentialJudge>>

const known = new WeakMap<Link, Map<string, Judges>>()

/** The judges of all steps that judge alike: what one of them has learned the others know, and it is remembered once. */
export function judgesOf(link: Link, { issuer, audience, verdictSeconds, staleSeconds }: Judging): Judges {
  const id = JSON.stringify([issuer, audience, verdictSeconds, staleSeconds])
  const ofLink = known.get(link) ?? new Map<string, Judges>()
  known.set(link, ofLink)
  const judges = ofLink.get(id) ?? {
    'access-token': new TokenJudge({ link, issuer, audience }),
    'api-key': new KeyJudge({ link, verdictSeconds, staleSeconds }),
  }
  ofLink.set(id, judges)
  return judges
}
