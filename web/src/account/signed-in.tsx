import type { Account } from './calls.js'
import { Keys } from './keys.js'
import { Limits } from './limits.js'
import { Settings } from './settings.js'
import { Usage } from './usage.js'

interface SignedInProps {
  account: Account
  /** Back to the sign-in, with the reason. */
  leave(reason: string): void
}

/** What belongs to the user. Parts that this gateway does not offer show nothing. */
export function SignedIn({ account, leave }: SignedInProps) {
  return (
    <>
      <div class="headline">
        <h1>{account.name}</h1>
        <p>
          <span class="chip">{account.role}</span>
          {account.plan && <span class="chip accent">{account.plan} plan</span>}
        </p>
      </div>
      <Keys account={account} />
      <Usage />
      <Limits />
      <Settings account={account} leave={leave} />
    </>
  )
}
