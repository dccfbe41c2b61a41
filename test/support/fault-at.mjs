/**
 * Loaded before a program (node --import): counts its file system calls and, at the FAULT_AT-th, kills the process
 * (FAULT=kill; a write gets half of its bytes out first), or makes the call fail (FAULT=EIO, ENOSPC, EACCES).
 * FAULT=trace writes each call to stderr. FAULT_WHILE is the path of a file: as long as it is there, the call that it
 * names fails with the code that it names, e.g. `sync EIO`.
 */
import { existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { FAULT, FAULT_AT, FAULT_WHILE } = process.env
let calls = 0

function watched(owner, name) {
  const call = owner[name]
  owner[name] = async function (...args) {
    calls++
    if (FAULT === 'trace') process.stderr.write(`${name} ${typeof args[0] === 'string' ? args[0] : ''}\n`)
    const standing = standingFault(name)
    if (standing) throw faultOf(standing)
    if (calls !== Number(FAULT_AT) || !FAULT) return call.apply(this, args)
    if (FAULT !== 'kill') throw faultOf(FAULT)
    if (name === 'writeFile') await call.call(this, args[0].subarray(0, args[0].length / 2))
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  }
}

function standingFault(name) {
  if (!FAULT_WHILE || !existsSync(FAULT_WHILE)) return undefined
  const [call, code] = readFileSync(FAULT_WHILE, 'utf8').split(' ')
  return call === name ? code : undefined
}

function faultOf(code) {
  return Object.assign(new Error(`${code}: planted`), { code })
}

const handle = await promises.open(process.execPath)
const FileHandle = Object.getPrototypeOf(handle)
await handle.close()
for (const name of ['writeFile', 'sync', 'close']) watched(FileHandle, name)
for (const name of ['open', 'link', 'rename', 'rm', 'stat']) watched(promises, name)
syncBuiltinESMExports()
