import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { signOut, useLogin } from './api.js'
import { Dialog } from './dialog.js'
import { Page } from './page.js'
import { SignInForm } from './sign-in.js'

/** The login, as a page sees it. */
interface PageLogin {
  /** Also true while the page checks whether an earlier login is still valid. */
  isSignedIn: boolean
  /** Whether a call without a login was refused. */
  isNeeded: boolean
  /** Opens the form of the login. */
  signIn(): void
  /** After a login by a form of the page. */
  onSignedIn(): void
}

interface OpenPageProps {
  current: string
  children(login: PageLogin): ComponentChildren
}

/** A page that anyone may read, with sign-in and sign-out. */
export function OpenPage({ current, children }: OpenPageProps) {
  const { user, isSignedIn, isNeeded } = useLogin()
  const [isEntering, setEntering] = useState(false)
  const signIn = () => setEntering(true)
  const onSignedIn = () => setEntering(false)
  const who = user ? (
    <>
      <span>{user.email}</span>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </>
  ) : (
    !isSignedIn && (
      <button type="button" onClick={signIn}>
        Sign in
      </button>
    )
  )
  return (
    <Page current={current} user={who}>
      {children({ isSignedIn, isNeeded, signIn, onSignedIn })}
      {isEntering && (
        <Dialog title="Sign in" onClose={() => setEntering(false)}>
          <SignInForm onDone={onSignedIn} />
        </Dialog>
      )}
    </Page>
  )
}
