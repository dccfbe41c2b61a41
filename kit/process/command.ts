/** Prints the usage of a command, and ends the process, if its arguments ask for that. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return
  console.log(usage)
  process.exit(0)
}

/** Ends the process without a stack when its output is no longer read, as with `| head`. */
export function endWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}
