import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { onSignedOut, signedIn, signOut } from './api.js'
import { Dialog } from './dialog.js'
import { Page } from './page.js'
import { SignInForm } from './sign-in.js'

interface OpenPageProps {
  current: string
  children(login: { isSignedIn: boolean; signIn(): void }): ComponentChildren
}

/** A page that anyone may read, with the login of the document, and the way in and out. */
export function OpenPage({ current, children }: OpenPageProps) {
  const [who, setWho] = useState(() => signedIn()?.email)
  const [isEntering, setEntering] = useState(false)
  useEffect(() => onSignedOut(() => setWho(undefined)), [])

  function leave(): void {
    void signOut()
    setWho(undefined)
  }

  const signIn = () => setEntering(true)
  const user =
    who === undefined ? (
      <button type="button" onClick={signIn}>
        Sign in
      </button>
    ) : (
      <>
        <span>{who}</span>
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </>
    )
  return (
    <Page current={current} user={user}>
      {children({ isSignedIn: who !== undefined, signIn })}
      {isEntering && (
        <Dialog title="Sign in" onClose={() => setEntering(false)}>
          <SignInForm
            onDone={({ email }) => {
              setWho(email)
              setEntering(false)
            }}
          />
        </Dialog>
      )}
    </Page>
  )
}
