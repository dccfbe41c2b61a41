import { useEffect } from 'preact/hooks'

/** The title of the first page, and the end of the titles of all others. */
export const siteTitle = 'Nonprofit Organization Directory'

export const titled = (text: string): string => [text, siteTitle].filter(Boolean).join(' · ')

/** Puts what the page shows into its title; undefined while that is not known. */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) document.title = titled(text)
  }, [text])
}
