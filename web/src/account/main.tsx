import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { User } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import { signOut, useLogin } from '../kit/api.js'
import { Problem } from '../kit/form.js'
import { Page } from '../kit/page.js'
import { loadLimits, loadUser } from './calls.js'
import { Entrance } from './entrance.js'
import { Keys } from './keys.js'
import { Limits } from './limits.js'
import { takeLink } from './link.js'
import { Settings } from './settings.js'
import { Usage } from './usage.js'

/** The page /account: sign-in and sign-up, then what belongs to the user. */
function App() {
  const [link, setLink] = useState(takeLink)
  const [notice, setNotice] = useState('')
  const login = useLogin()
  const user = link ? undefined : login.user

  useEffect(() => document.getElementById('main')?.focus(), [user?.id])
  useEffect(() => {
    if (!user) return undefined
    return () => setNotice((said) => said || 'Your session has ended. Sign in again.')
  }, [user?.id])

  function enter(): void {
    setNotice('')
    setLink(undefined)
  }

  async function logOut(): Promise<void> {
    setNotice('You are signed out.')
    if (!(await signOut()))
      setNotice('You are signed out here. The service could not end your session, which expires.')
  }

  if (!user)
    return (
      <Page current="account">
        {(link || !login.isSignedIn) && <Entrance link={link} notice={notice} enter={enter} />}
      </Page>
    )
  const who = (
    <>
      <span>{user.email}</span>
      <button type="button" onClick={logOut}>
        Sign out
      </button>
    </>
  )
  return (
    <Page current="account" user={who}>
      <SignedIn key={user.id} user={user} leave={setNotice} />
    </Page>
  )
}

interface SignedInProps {
  user: User
  /** Ends the session, and shows the reason at the sign-in. */
  leave(reason: string): void
}

/** Scopes of calls that take tokens only: a key could do nothing by them. */
const tokenScopes = new Set(['api-keys:manage', 'users:manage'])

/** What belongs to the user. Parts that this gateway does not offer show nothing. */
function SignedIn({ user, leave }: SignedInProps) {
  const { data: account, error } = useLoaded(loadUser, '')
  const known = useLoaded(loadLimits, '')
  const scopes = known.data?.scopes.filter((scope) => !tokenScopes.has(scope))
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

render(<App />, document.getElementById('app')!)
