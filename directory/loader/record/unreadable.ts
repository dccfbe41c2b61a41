/** Whether a text holds unreadable bytes, or an escape of half a surrogate pair. */
export function isUnreadable(text: string): boolean {
  return /\p{Surrogate}/u.test(text)
}
