import { useState } from 'preact/hooks'
import { ApiError } from '../../../packages/client/src/errors.js'
import { session, setApiKey, signOut, useLogin } from '../kit/api.js'

/** A dialog for the sign-in that is open. */
export interface OpenDialog {
  /** Whether a call was refused without a sign-in. */
  isNeeded: boolean
  close(hasSignedIn: boolean): void
}

/** Who uses the page, and how that changes. */
export interface Access {
  /** An e-mail address or the name of a key. Undefined before a sign-in. */
  who: string | undefined
  isKey: boolean
  /** Whether the API takes calls: after a sign-in, or a search that passed without one. */
  isOpen: boolean
  dialog: OpenDialog | undefined
  /** Runs an action. If the API asks for a sign-in, runs it again after that. */
  withSignIn(action: () => Promise<void>): Promise<void>
  /** @returns whether someone has signed in. */
  signIn(isNeeded?: boolean): Promise<boolean>
  /** After a login, or with a key of this name. */
  enter(key?: string): void
  leave(): void
}

/** The access of this page to the API. */
export function useAccess(): Access {
  const login = useLogin()
  /** The name of the key that is used instead of the login. */
  const [key, setKey] = useState<string>()
  const [hasPassed, setPassed] = useState(false)
  const who = key ?? login.user?.email
  const isKey = key !== undefined
  const isOpen = who !== undefined || hasPassed
  const [dialog, setDialog] = useState<OpenDialog>()

  function signIn(isNeeded = false): Promise<boolean> {
    return new Promise((resolve) => {
      const close = (hasSignedIn: boolean) => {
        setDialog(undefined)
        resolve(hasSignedIn)
      }
      setDialog({ isNeeded, close })
    })
  }

  async function withSignIn(action: () => Promise<void>): Promise<void> {
    try {
      await action()
      setPassed(true)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      if (!isKey) session.forget()
      forget()
      if (await signIn(true)) await action()
    }
  }

  function enter(name?: string): void {
    setKey(name)
    dialog?.close(true)
  }

  function forget(): void {
    setApiKey(undefined)
    setKey(undefined)
    setPassed(false)
  }

  function leave(): void {
    if (!isKey) void signOut()
    forget()
  }

  return { who, isKey, isOpen, dialog, withSignIn, signIn, enter, leave }
}
