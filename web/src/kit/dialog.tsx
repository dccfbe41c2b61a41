import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface DialogProps {
  title: string
  onClose(): void
  children: ComponentChildren
}

/**
 * A modal dialog: the browser keeps the focus in it, closes it by Escape, and restores the focus.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const dialog = element.current!
    const closed = () => latest.current()
    dialog.addEventListener('close', closed)
    dialog.showModal()
    return () => {
      dialog.removeEventListener('close', closed)
      dialog.close()
    }
  }, [])
  return (
    <dialog ref={element} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
