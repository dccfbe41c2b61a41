import type { Organization } from '../../directory/fields/organization.js'
import { countOf } from '../../directory/loader/write/indices.js'
import { openTarget } from '../../directory/loader/write/target.js'
import { fill } from '../../test/engine/families.js'
import { makeKeys, startStack } from '../running.js'
import type { Door } from './ask.js'

/** Settings by which a node of ELASTICSEARCH_URL is reached. */
const access = /^ELASTICSEARCH_/

/** A gateway before organizations, until it is stopped. */
export interface Stage extends Door {
  stop(): Promise<void>
}

/**
 * Starts the whole product with these organizations: in the embedded engine, or in the node of
 * ELASTICSEARCH_URL, where they stay. A node that holds organizations is asked as it is.
 */
export async function openStage(organizations: readonly Organization[]): Promise<Stage> {
  const settings = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => access.test(name)),
  )
  const stack = await startStack({ ...settings, ENGINE_SAMPLE: '0' })
  try {
    await fillEngine(stack.addresses.engine?.url, organizations)
    const [key = ''] = await makeKeys(stack, ['relevance@example.org'])
    return { url: stack.addresses.gateway.url, key, stop: () => stack.stop() }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

/** @param embedded URL of the embedded engine, if that is asked. */
async function fillEngine(
  embedded: string | undefined,
  organizations: readonly Organization[],
): Promise<void> {
  const target = embedded ? openTarget(embedded, {}) : openTarget(process.env.ELASTICSEARCH_URL!)
  try {
    const held = await countOf(target, 'organization-entity*')
    console.log(
      held > 0
        ? `${target.url} holds ${held} organizations and is asked as it is`
        : `loading ${organizations.length} organizations into ${target.url}`,
    )
    if (held === 0) await fill(target, organizations)
  } finally {
    await target.close()
  }
}
