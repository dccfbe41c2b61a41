import type { MapPoint } from './points.js'

interface PointListProps {
  points: readonly MapPoint[]
  onMark(id: string | undefined): void
  onSelect(id: string): void
}

/** What is at a place: each leads to its page. */
export function PointList({ points, onMark, onSelect }: PointListProps) {
  return (
    <ul>
      {points.map(({ id, label, note, href }) => (
        <li key={id}>
          <a
            href={href}
            onFocus={() => onMark(id)}
            onBlur={() => onMark(undefined)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              onSelect(id)
            }}
          >
            {label}
          </a>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ul>
  )
}
