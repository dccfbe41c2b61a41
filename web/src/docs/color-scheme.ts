/**
 * Swagger UI is dark by a class, not by the scheme of the system. @returns what ends following it.
 */
export function followColorScheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const { classList } = document.documentElement
  const follow = () => classList.toggle('dark-mode', dark.matches)
  follow()
  dark.addEventListener('change', follow)
  return () => {
    dark.removeEventListener('change', follow)
    classList.remove('dark-mode')
  }
}
