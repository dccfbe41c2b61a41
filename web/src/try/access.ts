import { useState } from 'preact/hooks'
import { ApiError } from '../../../packages/client/src/errors.js'
import { session, setApiKey, signOut, useLogin } from '../kit/api.js'

/** Who uses the page. */
interface Caller {
  /** Undefined before a sign-in. */
  who: string | undefined
  isKey: boolean
  /** Whether the API takes calls: after a sign-in, or a search that passed without one. */
  isOpen: boolean
}

/** A sign-in that is shown. */
export interface Entrance {
  /** Something has been refused without it. */
  isNeeded: boolean
  /** Closes it. */
  close(hasEntered: boolean): void
}

export interface Access extends Caller {
  entrance: Entrance | undefined
  /** Does something; if that takes a sign-in, after it. */
  doing(act: () => Promise<void>): Promise<void>
  /** @returns whether someone has signed in. */
  signIn(isNeeded?: boolean): Promise<boolean>
  /** After a login, or with a key of this name. */
  enter(key?: string): void
  leave(): void
}

export function useAccess(): Access {
  const login = useLogin()
  /** The name of the key that is used instead of the login. */
  const [key, setKey] = useState<string>()
  const [hasPassed, setPassed] = useState(false)
  const who = key ?? login.user?.email
  const isKey = key !== undefined
  const isOpen = who !== undefined || hasPassed
  const [entrance, setEntrance] = useState<Entrance>()

  function signIn(isNeeded = false): Promise<boolean> {
    return new Promise((resolve) => {
      const close = (hasEntered: boolean) => {
        setEntrance(undefined)
        resolve(hasEntered)
      }
      setEntrance({ isNeeded, close })
    })
  }

  async function doing(act: () => Promise<void>): Promise<void> {
    try {
      await act()
      setPassed(true)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      if (!isKey) session.forget()
      forget()
      if (await signIn(true)) await act()
    }
  }

  function enter(name?: string): void {
    setKey(name)
    entrance?.close(true)
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

  return { who, isKey, isOpen, entrance, doing, signIn, enter, leave }
}
