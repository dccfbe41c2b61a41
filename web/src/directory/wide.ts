import { useEffect, useState } from 'preact/hooks'

const wide = matchMedia('(min-width: 70rem)')

/** Whether there is room for a map next to the list. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(wide.matches)
  useEffect(() => {
    const follow = () => setWide(wide.matches)
    wide.addEventListener('change', follow)
    return () => wide.removeEventListener('change', follow)
  }, [])
  return isWide
}
