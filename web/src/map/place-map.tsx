import { useEffect, useRef, useState } from 'preact/hooks'
import type { Drawing, DrawingHandlers, Shown } from './drawing.js'

interface PlaceMapProps extends Shown, DrawingHandlers {
  label: string
  /** The point that stands out. */
  marked?: string | undefined
}

/** A map of points. Leaflet and the outlines are loaded when the first one is shown. */
export function PlaceMap({ label, marked, points, near, ...handlers }: PlaceMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing>()
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    let [isLeft, made]: [boolean, Drawing | undefined] = [false, undefined]
    function start({ drawMap }: typeof import('./drawing.js')): void {
      if (isLeft) return
      made = drawMap(element.current!, {
        onMark: (id) => latest.current.onMark(id),
        onSelect: (id) => latest.current.onSelect(id),
      })
      setDrawing(made)
    }
    import('./drawing.js').then(start, () => setFailed(true))
    return () => {
      isLeft = true
      made?.remove()
    }
  }, [])
  useEffect(() => drawing?.show({ points, near }), [drawing, points])
  useEffect(() => drawing?.mark(marked), [drawing, marked])
  return (
    <section class="map" aria-label={label} aria-busy={drawing === undefined && !hasFailed}>
      <div ref={element} />
      {hasFailed && <p class="notice bad">The map cannot be loaded. Reload the page.</p>}
    </section>
  )
}
