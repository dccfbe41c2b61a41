import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the kernel keeps of an answer that no one reads, by deploy/nonprofit-directory-sysctl.conf:
 * tried in a network of its own.
 */
const conf = readFileSync(
  join(__dirname, '../../../deploy/nonprofit-directory-sysctl.conf'),
  'utf8',
)
const wmem = /^net\.ipv4\.tcp_wmem = (\d+ \d+ \d+)$/m.exec(conf)?.[1]

const program = `
  const { connect, createServer } = require('node:net')
  const { readFileSync } = require('node:fs')
  const hex = (port) => port.toString(16).toUpperCase().padStart(4, '0')
  const server = createServer((socket) => {
    socket.write(Buffer.alloc(16 * 1024 * 1024))
    setTimeout(() => {
      const line = new RegExp(':' + hex(socket.localPort) + ' \\\\w+:' + hex(socket.remotePort) + ' \\\\w\\\\w (\\\\w{8})')
      console.log(parseInt(line.exec(readFileSync('/proc/self/net/tcp', 'latin1'))[1], 16))
      process.exit()
    }, 1000)
  })
  server.listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1').pause())
`
const inNetworkOfItsOwn = (before: string) => {
  const script = `ip link set lo up && ${before} && exec "$0" -e "$1"`
  return spawnSync('unshare', ['-n', 'sh', '-c', script, process.execPath, program], {
    encoding: 'utf8',
  })
}

const { status } = inNetworkOfItsOwn('exit 0')
if (status !== 0)
  process.stdout.write('the kernel’s settings are not tried: unshare -n needs root, and ip\n')
const testInNetwork = status === 0 ? test : test.skip

testInNetwork('the kernel keeps less than 300 KB of an answer that nobody reads', () => {
  const { stdout, stderr } = inNetworkOfItsOwn(`echo '${wmem}' > /proc/sys/net/ipv4/tcp_wmem`)
  expect(stderr).toBe('')
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThan(300_000)
})
