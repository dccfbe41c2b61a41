import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../support/folders.js'

/** The units in deploy/, judged by systemd where it is installed. */
const deploy = join(__dirname, '../../../deploy')
const units = readdirSync(deploy).filter((name) => name.endsWith('.service'))
const folder = testFolder()

const analyze = (args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const { error } = analyze(['--version'])
if (error) process.stdout.write('the units are not tried: systemd-analyze is not installed\n')
const testWithSystemd = error ? test.skip : test

test('there is one for each part, which runs what npm runs', () => {
  expect(units).toEqual(['nonprofit-directory-auth.service', 'nonprofit-directory-gateway.service'])
  const { scripts } = JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8'))
  for (const part of ['auth', 'gateway']) {
    const unit = readFileSync(join(deploy, `nonprofit-directory-${part}.service`), 'utf8')
    const run = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]
    expect(scripts[`start:${part}`]).toBe(`exec ${run}`)
  }
})

testWithSystemd('systemd finds nothing wrong', () => {
  for (const name of units) {
    const text = readFileSync(join(deploy, name), 'utf8').replaceAll(
      '/usr/bin/node',
      process.execPath,
    )
    writeFileSync(join(folder, name), text)
  }
  const { status, stdout, stderr } = analyze(['verify', ...units.map((name) => join(folder, name))])
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
})

testWithSystemd.each(units)('%s exposes little', (name) => {
  const { stdout } = analyze(['security', '--offline=true', join(deploy, name)])
  expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2.5)
})
