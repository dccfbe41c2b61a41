import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { User } from '../../../packages/client/src/types.js'
import { onSignedOut, signedIn, signOut } from './api.js'
import { Dialog } from './dialog.js'
import { Page } from './page.js'
import { SignInForm } from './sign-in.js'

/** The login of the document, as a page sees it. */
interface PageLogin {
  isSignedIn: boolean
  /** Whether a call without a login was refused. */
  isNeeded: boolean
  /** Opens the form of the login. */
  signIn(): void
  /** After a login by a form of the page. */
  onSignedIn(user: User): void
}

interface OpenPageProps {
  current: string
  children(login: PageLogin): ComponentChildren
}

const visitor = { email: undefined, isNeeded: false }

/** A page that anyone may read, with the login of the document, and sign-in and sign-out. */
export function OpenPage({ current, children }: OpenPageProps) {
  const [{ email, isNeeded }, setLogin] = useState(() => ({
    ...visitor,
    email: signedIn()?.email,
  }))
  const [isEntering, setEntering] = useState(false)
  useEffect(
    // after the end of a session calls are made without it, which may be refused too
    () => onSignedOut(() => setLogin((now) => ({ ...visitor, isNeeded: now.email === undefined }))),
    [],
  )

  function onSignedIn(user: User): void {
    setLogin({ email: user.email, isNeeded: false })
    setEntering(false)
  }

  function leave(): void {
    void signOut()
    setLogin(visitor)
  }

  const isSignedIn = email !== undefined
  const signIn = () => setEntering(true)
  const user = isSignedIn ? (
    <>
      <span>{email}</span>
      <button type="button" onClick={leave}>
        Sign out
      </button>
    </>
  ) : (
    <button type="button" onClick={signIn}>
      Sign in
    </button>
  )
  return (
    <Page current={current} user={user}>
      {children({ isSignedIn, isNeeded, signIn, onSignedIn })}
      {isEntering && (
        <Dialog title="Sign in" onClose={() => setEntering(false)}>
          <SignInForm onDone={onSignedIn} />
        </Dialog>
      )}
    </Page>
  )
}
