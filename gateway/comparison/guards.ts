import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { credentialsText } from './audience.js'
import type { Draft } from './draft.js'
import { limitText } from './limits.js'
import type { MeantStep } from './meaning.js'
import { listed } from './words.js'

/** A sentence; with an `end` it names calls. */
export type Said = Pick<Draft, 'effect' | 'text' | 'end'>

/** What a step that only refuses does, and what happens without it. */
interface Guard {
  /** @param who Who passes the steps that are left. */
  without(who: string, params: Mapping): Omit<Said, 'effect'>
  with(params: Mapping): Omit<Said, 'effect'>
}

const guards: Readonly<Record<string, Guard>> = {
  authenticate: {
    without: (who) => ({ text: `${who} may call`, end: ': no credential is verified' }),
    with: ({ accept, anonymous }) => ({
      text: `only callers with ${credentialsText(accept as string[])} may call`,
      end: anonymous === true ? ', and visitors' : '',
    }),
  },
  authorize: {
    without: (who) => ({ text: `${who} may call`, end: ': no scope is needed' }),
    with: ({ scopes }) => ({ text: `callers need the scope ${listed(scopes as string[])}` }),
  },
  block: {
    without: (_, { addresses }) => ({ text: `clients at ${listed(addresses as string[])} pass` }),
    with: ({ addresses }) => ({ text: `clients at ${listed(addresses as string[])} are refused` }),
  },
  throttle: {
    without: (who, params) => ({
      text: `${who} may exceed ${limitText(params)}: no such limit is left`,
    }),
    with: (params) => ({ text: `at most ${limitText(params)}: a limit is new` }),
  },
  'search-rules': {
    without: (who) => ({ text: `no rules hold for searches of ${who}` }),
    with: () => ({ text: 'rules hold for searches' }),
  },
}

/** What becomes of requests without a step. @param who Who passes the steps that are left. */
export function stepGone({ policy, value }: MeantStep, who: string): Said {
  const guard = Object.hasOwn(guards, policy) ? guards[policy] : undefined
  if (!guard) return { effect: 'changes', text: `the step ${policy} is gone` }
  return { effect: 'allows', ...guard.without(who, value) }
}

/** What becomes of requests by a new step. */
export function stepAdded({ policy, value }: MeantStep): Said {
  const guard = Object.hasOwn(guards, policy) ? guards[policy] : undefined
  if (!guard) return { effect: 'changes', text: `the step ${policy} is new` }
  return { effect: 'refuses', ...guard.with(value) }
}
