import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Drawing, DrawingHandlers, MapContent } from './drawing.js'

interface PlaceMapProps extends MapContent, DrawingHandlers {
  label: string
  /** The point that stands out. */
  marked?: string | undefined
  /** Shown over the map. */
  children?: ComponentChildren
}

/** A map of organizations. Leaflet and the outlines are loaded when the first one is in view. */
export function PlaceMap({
  label,
  marked,
  children,
  source,
  of,
  near,
  box,
  ...handlers
}: PlaceMapProps) {
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
        onSelect: (point) => latest.current.onSelect(point),
        ...(handlers.onAll && { onAll: (spot) => latest.current.onAll!(spot) }),
        onMove: (moved) => latest.current.onMove?.(moved),
        onDrawn: (count) => latest.current.onDrawn?.(count),
        onFailed: (error) => latest.current.onFailed?.(error),
      })
      setDrawing(made)
    }
    const view = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      view.disconnect()
      import('./drawing.js').then(start, () => setFailed(true))
    })
    view.observe(element.current!)
    return () => {
      isLeft = true
      view.disconnect()
      made?.remove()
    }
  }, [])
  useEffect(() => drawing?.show({ source, of, near, box }), [drawing, source])
  useEffect(() => drawing?.mark(marked), [drawing, marked])
  return (
    <section class="map" aria-label={label} aria-busy={drawing === undefined && !hasFailed}>
      <div ref={element} />
      {children}
      {hasFailed && <p class="notice bad">The map cannot be loaded. Reload the page.</p>}
    </section>
  )
}
