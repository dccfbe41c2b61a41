import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../../packages/client/src/errors.js'
import { session, setApiKey, signedIn, signOut } from '../kit/api.js'

/** Who uses the page. */
interface Caller {
  /** Undefined before a sign-in. */
  who?: string
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
  enter(who: string, isKey: boolean): void
  leave(): void
}

const stranger: Caller = { isKey: false, isOpen: false }

/** The user who has signed in on another page of the document. */
function known(): Caller {
  const user = signedIn()
  return user ? { who: user.email, isKey: false, isOpen: true } : stranger
}

export function useAccess(): Access {
  const [caller, setCaller] = useState(known)
  // other pages take no key
  useEffect(() => () => setApiKey(undefined), [])
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
      setCaller((before) => ({ ...before, isOpen: true }))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      if (!caller.isKey) session.forget()
      forget()
      if (await signIn(true)) await act()
    }
  }

  function enter(who: string, isKey: boolean): void {
    setCaller({ who, isKey, isOpen: true })
    entrance?.close(true)
  }

  function forget(): void {
    setApiKey(undefined)
    setCaller(stranger)
  }

  function leave(): void {
    if (!caller.isKey) void signOut()
    forget()
  }

  return { ...caller, entrance, doing, signIn, enter, leave }
}
