/**
 * Shell lines with a stand-in for jq where it is not installed. Of its language it knows paths, such
 * as `.data.results[-1]._sort`.
 */
export function withJq(lines: string): string {
  return `command -v jq >/dev/null || jq() { node -e '${program}' -- "$@"; }\n${lines}`
}

const program = `
  let value = JSON.parse(require("fs").readFileSync(0))
  for (const step of process.argv.at(-1).match(/-?\\w+/g))
    value = step === "-1" ? value?.at(-1) : value?.[step]
  const isRaw = process.argv.includes("-r") && typeof value === "string"
  console.log(isRaw ? value : JSON.stringify(value ?? null))
`
