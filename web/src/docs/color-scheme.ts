/** Swagger UI is dark by a class, not by the scheme of the system. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const { classList } = document.documentElement
  const follow = () => classList.toggle('dark-mode', dark.matches)
  follow()
  dark.addEventListener('change', follow)
}
