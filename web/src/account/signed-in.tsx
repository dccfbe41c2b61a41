import { useLoaded } from '../kit/action.js'
import { type Account, limits } from './calls.js'
import { Keys } from './keys.js'
import { Limits } from './limits.js'
import { Settings } from './settings.js'
import { Usage } from './usage.js'

interface SignedInProps {
  account: Account
  /** Back to the sign-in, with the reason. */
  leave(reason: string): void
}

/** Scopes of calls that take tokens only: a key could do nothing by them. */
const ofTokens = new Set(['api-keys:manage', 'users:manage'])

/** What belongs to the user. Parts that this gateway does not offer show nothing. */
export function SignedIn({ account, leave }: SignedInProps) {
  const known = useLoaded(limits, '')
  const scopes = known.data?.scopes?.filter((scope) => !ofTokens.has(scope))
  return (
    <>
      <div class="headline">
        <h1>{account.name}</h1>
        <p>
          <span class="chip">{account.role}</span>
          {account.plan && <span class="chip accent">{account.plan} plan</span>}
        </p>
      </div>
      <Keys scopes={scopes ?? ['organizations:read']} />
      <Usage />
      <Limits {...known} />
      <Settings account={account} leave={leave} />
    </>
  )
}
