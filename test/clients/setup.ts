import { execFileSync } from 'node:child_process'
import setUp from '../support/global-setup.js'

/** Installs the generator of the TypeScript client, beside what every test needs. */
export default function setUpClients(): void {
  setUp()
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: __dirname, stdio: 'inherit' })
}
