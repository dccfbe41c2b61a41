import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../../../packages/client/src/errors.js'
import { useAction } from '../kit/action.js'
import { Dialog } from '../kit/dialog.js'
import { Field, Form } from '../kit/form.js'

/** Something that needs the operator's secret. */
export interface OperatorAction {
  title: string
  /** What it does, in a sentence. */
  effect: string
  submit: string
  /** What is going on meanwhile, if it may take seconds. */
  running?: string
  isDangerous?: boolean
  /** The text of the button that cancels. */
  dismiss: string
  /** @returns what to say then. */
  run(secret: string): Promise<ComponentChildren>
}

interface ActionDialogProps extends OperatorAction {
  onDone(message: ComponentChildren): void
  onClose(): void
}

/** The secret once it was accepted. It is in the memory of this page only. */
let accepted = ''

/** Asks for the secret, unless it is known, and does it. */
export function ActionDialog({ title, effect, onDone, onClose, run, ...form }: ActionDialogProps) {
  const [secret, setSecret] = useState(accepted)
  const [isKnown, setKnown] = useState(accepted !== '')
  const action = useAction(async () => {
    try {
      const message = await run(secret)
      accepted = secret
      onDone(message)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        accepted = ''
        setKnown(false)
      } else if (error instanceof ApiError) accepted = secret
      throw error
    }
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action} fields={[]} onCancel={onClose} {...form}>
        <p>{effect}</p>
        {!isKnown && (
          <Field
            label="Operator secret"
            name="secret"
            type="password"
            value={secret}
            onValue={setSecret}
            hint="OPERATOR_SECRET, or the file of that name in DATA_DIR/secrets."
          />
        )}
      </Form>
    </Dialog>
  )
}
