import { useEffect, useRef } from 'preact/hooks'
import type { NewApiKey } from '../../../packages/client/src/types.js'
import { Copyable } from '../kit/copy.js'
import { baseUrl } from '../kit/where.js'

/** The secret of a new key: it is shown here once, and kept nowhere. */
export function NewKey({ created, onClose }: { created: NewApiKey; onClose(): void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current!.focus(), [created.id])
  return (
    <section class="secret" ref={box} tabIndex={-1} aria-label={`New key ${created.name}`}>
      <p>
        <strong>Store this key now.</strong> It is not shown again.
      </p>
      <Copyable text={created.key} label="Copy the key" />
      <details>
        <summary>First request</summary>
        <pre>
          <code>{`curl '${baseUrl}/api/v1/organizations?q=food+bank' -H 'X-API-Key: ${created.prefix}_…'`}</code>
        </pre>
      </details>
      <button type="button" onClick={onClose}>
        I have stored it
      </button>
    </section>
  )
}
