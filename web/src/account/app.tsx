import { useEffect, useState } from 'preact/hooks'
import { onSignedOut, signedIn, signOut } from '../kit/api.js'
import { Page } from '../kit/page.js'
import type { Account } from './calls.js'
import { me } from './calls.js'
import { Entrance } from './entrance.js'
import { takeLink } from './link.js'
import { SignedIn } from './signed-in.js'

/** The page /account: sign-in and sign-up, then what belongs to the user. */
export function App() {
  const [link, setLink] = useState(takeLink)
  const [account, setAccount] = useState<Account>()
  const [notice, setNotice] = useState('')
  const [isEntering, setEntering] = useState(() => link === undefined && signedIn() !== undefined)

  useEffect(() => onSignedOut(() => leave('Your session has ended. Sign in again.')), [])
  useEffect(() => document.getElementById('main')?.focus(), [account?.id])
  useEffect(() => {
    if (isEntering) enter().catch(() => setEntering(false))
  }, [])

  async function enter(): Promise<void> {
    setNotice('')
    setLink(undefined)
    setAccount(await me())
    setEntering(false)
  }

  function leave(reason: string): void {
    setAccount(undefined)
    setNotice(reason)
  }

  async function logOut(): Promise<void> {
    leave('You are signed out.')
    if (!(await signOut()))
      setNotice('You are signed out here. The service could not end your session, which expires.')
  }

  if (!account)
    return (
      <Page current="account">
        {!isEntering && <Entrance link={link} notice={notice} enter={enter} />}
      </Page>
    )
  const user = (
    <>
      <span>{account.email}</span>
      <button type="button" onClick={logOut}>
        Sign out
      </button>
    </>
  )
  return (
    <Page current="account" user={user}>
      <SignedIn account={account} leave={leave} />
    </Page>
  )
}
