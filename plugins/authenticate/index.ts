import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import { isWeakSecret } from '../../kit/config/secret-forms.js'
import { minSecretLength } from '../../kit/config/settings.js'
import { splitUrls } from '../../kit/config/texts.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import {
  type Credential,
  type CredentialKind,
  describeWanted,
  makeCredentialRefusal,
  readCredential,
} from '../../kit/credentials/credentials.js'
import { anonymousPlan, toVisitorId } from '../../kit/credentials/plans.js'
import { countedAddress } from '../../kit/http/address.js'
import { counter } from '../../kit/metrics/prometheus.js'
import { forbidStoring, varyByCredential } from '../kit/caching.js'
import type { Caller, RequestContext } from '../kit/context.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { AuthServiceUnavailable } from './answers.js'
import { exampleUrl, isHttpUrl } from './auth-service-client.js'
import { connectAuthService } from './auth-service-connection.js'
import type { CredentialVerifier, Identified } from './credential-verifier.js'
import {
  connectionId,
  type KnownCredentials,
  listKnown,
  openVerifiers,
  takeOver,
} from './verifiers.js'

interface Params {
  accept: CredentialKind[]
  queryKey: boolean
  anonymous: boolean
  authServiceUrl: string
  serviceSecret: string
  keyCacheSeconds: number
  staleSeconds: number
  keyCacheSize: number
  issuer?: string
  audience?: string
}

const count = counter({
  name: 'directory_credentials_verified_total',
  help:
    'Verified credentials by kind, and by source: the cache (memory) or a new verification ' +
    '(verified).',
  labels: ['kind', 'by'],
})

/** Identifies the caller of a request, by an access token or an API key. */
const authenticate = definePolicy<Params>({
  name: 'authenticate',
  params: {
    accept: {
      type: 'array',
      items: { type: 'string', enum: ['access-token', 'api-key'] },
      minItems: 1,
      uniqueItems: true,
      description: 'Kinds of credential that the endpoint takes.',
      refuses: ['AUTHENTICATION_REQUIRED', 'TOKEN_EXPIRED', 'UNAUTHORIZED'],
      more: 'allows',
      says: ['credentials of the kind {} are accepted', 'credentials of the kind {} are refused'],
    },
    queryKey: {
      type: 'boolean',
      default: true,
      description: 'Whether ?api_key=… is accepted.',
      refuses: 'UNAUTHORIZED',
      more: 'allows',
      says: ['API keys in the URL are accepted', 'API keys in the URL are refused'],
    },
    anonymous: {
      type: 'boolean',
      default: false,
      description:
        'Whether callers without a credential are accepted, identified by their address ' +
        '(IPv6 by /64); only in pipelines of search templates.',
      refuses: 'AUTHENTICATION_REQUIRED',
      more: 'allows',
      says: ['visitors may call {calls}', 'visitors may not call {calls}'],
    },
    authServiceUrl: {
      type: 'string',
      minLength: 1,
      description:
        'URL of the auth service’s internal listener; several, comma separated, for failover.',
    },
    serviceSecret: {
      type: 'string',
      minLength: minSecretLength,
      description:
        `The secret that authenticates the gateway at the auth service, of ${minSecretLength} ` +
        'characters or more.',
    },
    keyCacheSeconds: {
      type: 'number',
      minimum: 0,
      default: 60,
      description:
        'How long a verified API key is cached, in seconds. A revocation still takes effect ' +
        'within one second.',
    },
    staleSeconds: {
      type: 'number',
      minimum: 1,
      default: 60,
      description:
        'How long cached credentials are accepted while the auth service is toUnavailable, in ' +
        'seconds since its last answer.',
    },
    keyCacheSize: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      default: 20_000,
      description:
        'How many API keys each worker caches. With more in use, many requests need a call ' +
        'to the auth service.',
    },
    issuer: {
      type: 'string',
      minLength: 1,
      description:
        'Accepts only access tokens of this issuer. Default: the issuer that the auth ' +
        'service reports.',
    },
    audience: {
      type: 'string',
      minLength: 1,
      description:
        'Accepts only access tokens for this audience. Default: the audience that the auth ' +
        'service reports.',
    },
  },
  required: ['accept', 'authServiceUrl', 'serviceSecret'],
  provides: ['caller'],
  place: ({ anonymous }) => (anonymous ? { acceptsAnonymous: true } : {}),
  check: (params) => findMistakes(params),
  backends({ authServiceUrl, serviceSecret, staleSeconds }) {
    const link = () => connectAuthService(authServiceUrl, serviceSecret)
    return {
      authService: {
        urls: splitUrls(authServiceUrl).map((url) => new URL(url).origin),
        acceptsKnown: () => link().changes.isFresh(staleSeconds * 1000),
        id: connectionId(authServiceUrl, serviceSecret),
        known: () => listKnown(link()),
        takeOver: (known) => takeOver(link(), known as KnownCredentials),
      },
    }
  },
  create({
    accept,
    queryKey,
    anonymous,
    authServiceUrl,
    serviceSecret,
    keyCacheSeconds,
    staleSeconds,
    ...options
  }) {
    const link = connectAuthService(authServiceUrl, serviceSecret)
    const verifiers = openVerifiers(link, { keyCacheSeconds, staleSeconds, ...options })
    link.changes.pollWithin(staleSeconds * 1000)
    const isFresh = () => link.changes.isFresh(staleSeconds * 1000)

    return function authenticate(context, req, res) {
      varyByCredential(res)
      const credential = readCredential(req, queryKey)
      // the URL is what caches keep an answer by, also that of a key which was revoked since
      if (credential?.isInUrl) forbidStoring(res)
      if (!credential && anonymous) {
        context.caller = makeVisitor(context.address)
        return undefined
      }
      const { kind, value } = pickCredential(credential, accept)
      const known = verifiers[kind].cached(value, Date.now())
      if (known && isFresh()) {
        count([kind, 'memory'])
        return admit(known, context, req)
      }
      count([kind, 'verified'])
      return ask(verifiers[kind], value, context, req)
    }

    /** Without the changes feed all requests are refused: a revocation might be missed. */
    async function ask(
      verifier: CredentialVerifier,
      value: string,
      context: RequestContext,
      req: IncomingMessage,
    ): Promise<undefined> {
      try {
        await link.changes.started
        if (!isFresh()) throw new AuthServiceUnavailable('changes feed is silent')
        return admit(await verifier.verify(value, Date.now(), context), context, req)
      } catch (error) {
        throw error instanceof AuthServiceUnavailable ? toUnavailable(error) : error
      }
    }
  },
})

function findMistakes({ authServiceUrl, queryKey, serviceSecret }: Params): Diagnostic[] {
  const found: Diagnostic[] = []
  if (!splitUrls(authServiceUrl).every(isHttpUrl)) {
    const message = '"authServiceUrl" is not an http(s) URL, or several, comma separated'
    found.push({
      path: ['authServiceUrl'],
      rule: 'wrong-url',
      message,
      remedy: `write one such as ${exampleUrl}`,
    })
  }
  if (isWeakSecret(serviceSecret)) {
    const message = '"serviceSecret" looks like an example'
    const remedy = 'remove SERVICE_SECRET, and the next start generates one'
    found.push({
      path: ['serviceSecret'],
      rule: 'secret-default',
      message,
      remedy,
      severity: 'warning',
    })
  }
  if (queryKey && process.env.NODE_ENV === 'production') {
    const message =
      'API keys in URLs are accepted (?api_key=…): they end up in logs of other systems'
    const remedy = 'write queryKey: false as soon as no caller needs it'
    found.push({
      path: ['queryKey'],
      rule: 'api-key-in-query',
      message,
      remedy,
      severity: 'warning',
    })
  }
  return found
}

/**
 * Sets the caller, whom the log names in any case.
 * @throws ApiError FORBIDDEN where the credential may not be used.
 */
function admit(
  { caller, allowed }: Identified,
  context: RequestContext,
  req: IncomingMessage,
): undefined {
  context.caller = caller
  allowed?.check(context.address, req.headers.origin)
}

/** The caller at an address that sent no credential. */
function makeVisitor(address: string): Caller {
  const id = toVisitorId(countedAddress(address))
  return {
    kind: 'none',
    ownerId: id,
    credentialId: id,
    scopes: anonymousScopes,
    plan: anonymousPlan,
  }
}

const anonymousScopes = ['organizations:read']

/**
 * @throws ApiError for a missing credential, or one of a kind that the endpoint does not accept.
 */
function pickCredential(
  credential: Credential | undefined,
  accept: readonly CredentialKind[],
): Credential & { kind: CredentialKind } {
  if (
    credential &&
    credential.kind !== 'unknown' &&
    accept.includes(credential.kind) &&
    credential.fault === undefined
  ) {
    return credential
  }
  const details = describeWanted(accept, credential)
  if (!credential)
    throw new ApiError('AUTHENTICATION_REQUIRED', `Send ${listAccepted(accept)}`, { details })
  if (credential.kind === 'unknown') throw makeCredentialRefusal('unknown', details)
  if (!accept.includes(credential.kind))
    throw new ApiError('UNAUTHORIZED', `Send ${listAccepted(accept)}`, { details })
  throw makeCredentialRefusal('api-key', details)
}

function listAccepted(accept: readonly CredentialKind[]): string {
  return accept.map((kind) => (kind === 'api-key' ? 'an API key' : 'an access token')).join(' or ')
}

function toUnavailable(cause: AuthServiceUnavailable): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The credential cannot be verified right now. Try again shortly.',
    { cause },
  )
}

export const { version, policies, schema, init } = definePlugin(authenticate)
