import { useEffect, useState } from 'preact/hooks'
import { signOut, useLogin } from '../kit/api.js'
import { Page } from '../kit/page.js'
import { Entrance } from './entrance.js'
import { takeLink } from './link.js'
import { SignedIn } from './signed-in.js'

/** The page /account: sign-in and sign-up, then what belongs to the user. */
export function App() {
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
