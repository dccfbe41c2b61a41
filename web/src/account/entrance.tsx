import { useState } from 'preact/hooks'
import { SignIn } from '../kit/sign-in.js'
import type { AccountLink, View, ViewProps } from './link.js'
import { Recover, Reset } from './recover.js'
import { Accept, SignUp, Verify } from './sign-up.js'

interface EntranceProps {
  link: AccountLink | undefined
  /** Shown until another view is. */
  notice: string
  enter: ViewProps['enter']
}

/** Everything before the sign-in: one card, with one thing to do. */
export function Entrance({ link, notice, enter }: EntranceProps) {
  const [shown, setShown] = useState<{ view: View; notice?: string; email: string }>({
    view: link?.purpose ?? 'sign-in',
    email: '',
  })
  const go: ViewProps['go'] = (view, message = '', email = '') =>
    setShown({ view, notice: message, email })
  const token = link?.token ?? ''
  const text = shown.notice ?? notice
  return (
    <section class="card entrance" aria-live="polite">
      {text && <p class="notice good">{text}</p>}
      {shown.view === 'sign-in' && (
        <SignIn
          reason="Manage your API keys, and see your usage and limits."
          email={shown.email}
          onDone={enter}
          go={go}
        />
      )}
      {shown.view === 'sign-up' && <SignUp go={go} />}
      {shown.view === 'invite' && <Accept enter={enter} go={go} token={token} />}
      {shown.view === 'recover' && <Recover go={go} />}
      {shown.view === 'reset' && <Reset go={go} token={token} />}
      {shown.view === 'verify' && <Verify enter={enter} go={go} token={token} />}
    </section>
  )
}
