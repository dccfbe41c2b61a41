import type { ComponentChildren } from 'preact'

interface SectionProps {
  id: string
  title: string
  /** What it is about, in a sentence. */
  lead?: ComponentChildren
  children: ComponentChildren
}

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

/** Names and values, side by side. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="pairs">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
