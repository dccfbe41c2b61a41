export const number = new Intl.NumberFormat('en')

/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
