import type { Deed } from './act-dialog.js'
import { act, type Reloaded } from './calls.js'
import { Effects } from './effects.js'

export const reloading: Deed = {
  title: 'Reload the configuration?',
  effect: 'The files are read again. With a mistake in them nothing changes.',
  submit: 'Reload',
  dismiss: 'Close',
  run: (secret) => said(secret, {}),
}

/** Tells what a reload would change. */
export const comparing: Deed = {
  title: 'Compare with the files?',
  effect: 'The files are read and checked. What is in force stays.',
  submit: 'Compare',
  dismiss: 'Close',
  run: (secret) => said(secret, { dry: true }),
}

/** @param hash Of the configuration before. */
export const goingBack = (hash: string): Deed => ({
  title: `Go back to ${hash}?`,
  effect:
    'The configuration before comes into force again. The files stay as they are: a restart or the ' +
    'next reload takes them.',
  submit: 'Go back',
  dismiss: 'Close',
  isDangerous: true,
  run: (secret) => said(secret, { back: true }),
})

async function said(secret: string, options: object) {
  const answer = await act<Reloaded>('/reload', secret, options)
  const { config, compared, notes } = answer
  return (
    <>
      <p>
        {compared
          ? `Configuration ${compared.hash} would replace ${config.hash}.`
          : `Configuration ${config.hash} is in force.`}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Effects {...answer} />
    </>
  )
}
