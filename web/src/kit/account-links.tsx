import { useLoaded } from './action.js'
import { call, ifOffered, loadOffered } from './api.js'
import { baseUrl } from './where.js'

/** What the operator allows people to do with accounts. */
interface SignUpPolicy {
  signUp: 'off' | 'invite' | 'domains' | 'open'
  /** Whether a forgotten password can be replaced by a link in an e-mail. */
  recovery: boolean
  /** Of a new password, in characters. */
  passwordMinLength: number
}

let pendingPolicy: Promise<SignUpPolicy | undefined> | undefined

/** Loads the policy, once per document. Undefined if this gateway has no accounts. */
export function loadSignUpPolicy(): Promise<SignUpPolicy | undefined> {
  pendingPolicy ??= ifOffered(call<SignUpPolicy>('GET', '/api/v1/auth/accounts')).catch((error) => {
    pendingPolicy = undefined // the next form asks again
    throw error
  })
  return pendingPolicy
}

/** Views of the account page for those without a password, as its fragments name them. */
export type Way = 'sign-up' | 'recover'

interface AccountLinksProps {
  /** Shows a view, on the account page itself. */
  go?: ((way: Way) => void) | undefined
}

/** Links below the login: to the sign-up and the recovery, if the operator allows them. */
export function AccountLinks({ go }: AccountLinksProps) {
  const { data: policy } = useLoaded(loadSignUpPolicy, '')
  const account = useLoaded(loadOffered, '').data?.pages.account
  const to = (way: Way, text: string) =>
    go ? (
      <button type="button" class="link" onClick={() => go(way)}>
        {text}
      </button>
    ) : (
      <a href={`${baseUrl}${account}#${way}`}>{text}</a>
    )
  if (!policy || (!go && account === undefined)) return null
  const isOpen = policy.signUp === 'open' || policy.signUp === 'domains'
  return (
    <>
      {policy.recovery && to('recover', 'Forgot your password?')}
      {isOpen && <p class="aside">No account yet? {to('sign-up', 'Create an account')}</p>}
    </>
  )
}
