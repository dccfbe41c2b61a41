import { useEffect, useState } from 'preact/hooks'

const wide = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 70rem)')

/** Whether there is room for a map next to the list. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(wide?.matches ?? false)
  useEffect(() => {
    const follow = () => setWide(wide!.matches)
    wide!.addEventListener('change', follow)
    return () => wide!.removeEventListener('change', follow)
  }, [])
  return isWide
}
