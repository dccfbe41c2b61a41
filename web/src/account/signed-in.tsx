import type { User } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { limits, me } from './calls.js'
import { Keys } from './keys.js'
import { Limits } from './limits.js'
import { Settings } from './settings.js'
import { Usage } from './usage.js'

interface SignedInProps {
  user: User
  /** What the sign-in says, to which the end of the session leads. */
  leave(reason: string): void
}

/** Scopes of calls that take tokens only: a key could do nothing by them. */
const ofTokens = new Set(['api-keys:manage', 'users:manage'])

/** What belongs to the user. Parts that this gateway does not offer show nothing. */
export function SignedIn({ user, leave }: SignedInProps) {
  const { data: account, error } = useLoaded(me, '')
  const known = useLoaded(limits, '')
  const scopes = known.data?.scopes.filter((scope) => !ofTokens.has(scope))
  return (
    <>
      <div class="headline">
        <h1>{user.name}</h1>
        <p>
          <span class="chip">{user.role}</span>
          {account?.plan && <span class="chip accent">{account.plan} plan</span>}
        </p>
      </div>
      <Problem error={error} />
      <Keys scopes={scopes ?? ['organizations:read']} />
      <Usage />
      <Limits {...known} />
      <Settings user={user} leave={leave} />
    </>
  )
}
