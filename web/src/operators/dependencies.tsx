import type { Status } from './calls.js'
import { listAdvice, listParts } from './faults.js'
import { Section } from './section.js'

/** What the gateway needs, the faults first. */
export function Dependencies({ status }: { status: Status }) {
  const parts = listParts(status)
  const advice = listAdvice(status)
  return (
    <Section id="dependencies" title="Dependencies">
      <ul class="rows parts">
        {parts.map(({ title, place, state, fault }) => (
          <li key={`${title} ${place}`}>
            <h3>{title}</h3>
            <code>{place}</code>
            <span>
              <span class={fault === undefined ? 'chip accent' : 'chip bad'}>{fault ?? state}</span>
            </span>
          </li>
        ))}
      </ul>
      {advice.length > 0 && (
        <>
          <h3>To review</h3>
          <ul class="texts">
            {advice.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
