import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Organization } from '../../directory/fields/organization.js'
import { openTarget } from '../../directory/loader/write/target.js'
import { fill } from '../../test/engine/families.js'
import { fetchJars } from '../../test/engine/node/jars.js'
import { findJava, type Java } from '../../test/engine/node/java.js'
import { ElasticsearchNode } from '../../test/engine/node/node.js'

/** A heap for two million organizations; code is compiled as in production. */
const options = ['-Xms2g', '-Xmx2g', '-XX:+UseSerialGC']

/**
 * Starts a node, loads organizations, and copies the segments of each index: half a minute for 1.8
 * million, of which loading would take half an hour. Good for times, counts and costs, not for
 * ranking: each id is there several times. @throws Error when the machine lacks what it needs.
 */
export async function openRegister(
  organizations: readonly Organization[],
  { loaded, times }: { loaded: number; times: number },
): Promise<ElasticsearchNode> {
  const node = await new ElasticsearchNode(options).start()
  console.log(`loading ${loaded} organizations`)
  const target = openTarget(node.url, {})
  await fill(target, repeat(organizations, loaded))
  await target.send('POST', '/_flush?force=true')
  await target.close()
  await node.halt()
  console.log(`copying their segments ${times} times`)
  const java = findJava() as Java
  const { classPath } = await fetchJars(java)
  const program = ['-cp', classPath, 'bench/scale/CopySegments.java']
  const folder = join(node.home, 'data')
  execFileSync(join(java.home, 'bin/java'), [...program, folder, `${times}`], { stdio: 'ignore' })
  return node.start()
}

/** As many organizations: again and again the same ones with other numbers. */
function* repeat(organizations: readonly Organization[], count: number): Generator<Organization> {
  for (let i = 0; i < count; i++) {
    const one = organizations[i % organizations.length]!
    const round = Math.floor(i / organizations.length)
    const of = (text = '') => (round === 0 ? text : `${text}-${round}`)
    yield { ...one, id: of(one.id), tax_code: of(one.tax_code) }
  }
}
