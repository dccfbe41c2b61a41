import { useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { Field, Form } from '../kit/form.js'
import { read } from './calls.js'
import { Facts, Section } from './section.js'

type Line = Readonly<Record<string, unknown>>

/** What the log of the last hour says about a request, by its id. */
export function RequestLookup() {
  const [id, setId] = useState('')
  const [lines, setLines] = useState<Line[]>([])
  const action = useAction(async () => {
    setLines([])
    setLines((await read<{ lines: Line[] }>(`/requests/${encodeURIComponent(id.trim())}`)).lines)
  })
  return (
    <Section id="request" title="A request">
      <Form action={action} fields={['id']} submit="Find in the log">
        <Field
          label="Request id"
          name="id"
          value={id}
          onValue={setId}
          error={action.error}
          hint="requestId of an answer's meta, or its header X-Request-Id, of the last hour."
        />
      </Form>
      {lines.map((line, i) => (
        <Facts key={i} rows={Object.entries(line).map(([name, value]) => [name, toText(value)])} />
      ))}
    </Section>
  )
}

/** `envelope 0.1, throttle 0.02`: members with their values, which may break into lines. */
function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, one]) => `${name} ${toText(one)}`)
    .join(', ')
}
