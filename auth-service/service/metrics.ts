import {
  aboutProcess,
  makeGauge,
  plainGauge,
  renderMetrics,
  type Snapshot,
  snapshot,
} from '../../kit/metrics/prometheus.js'
import { version } from '../../kit/process/version.js'
import { kinds, type Store } from '../store/store.js'
import type { AuthService } from './service.js'

/**
 * The page /metrics of the auth service, in Prometheus' text format; undefined where metrics are
 * switched off.
 */
export async function metricsText(
  service: AuthService,
): Promise<{ type: string; text: string } | undefined> {
  const counted = await snapshot()
  if (!counted) return undefined
  const { store, passwords } = service
  const { hashes, accounts, addresses } = passwords.waiting
  const metrics = [
    ...counted,
    ...aboutProcess(version),
    plainGauge('directory_auth_hash_queue_length', 'Passwords that wait for a thread.', hashes),
    makeGauge('directory_auth_throttled', 'What must wait before its next login, by kind.', [
      { value: accounts, labels: { by: 'account' } },
      { value: addresses, labels: { by: 'address' } },
    ]),
    plainGauge(
      'directory_auth_store_writable',
      'Whether the store can be used (1), by what became of its last calls, or not (0).',
      Number(store.health.look() === undefined),
    ),
    makeGauge(
      'directory_auth_records',
      'Records in the store, by kind.',
      await countRecords(store),
    ),
    ...measureSigningKeys(service),
  ]
  return renderMetrics([metrics])
}

/** Nothing while the store cannot be read. */
async function countRecords(store: Store) {
  const counts = kinds.map(async (kind) => ({ value: await store.count(kind), labels: { kind } }))
  return Promise.all(counts).catch(() => [])
}

/** By state; the age is that of the oldest. */
function measureSigningKeys({ signingKeys, now }: AuthService): Snapshot {
  const all = signingKeys.all().map((key) => ({
    state: signingKeys.getState(key),
    age: Math.max(0, now() - key.createdAt) / 1000,
  }))
  const states = (['next', 'signing', 'verifying'] as const).map((state) => ({
    labels: { state },
    ages: all.filter((key) => key.state === state).map(({ age }) => age),
  }))
  return [
    makeGauge(
      'directory_auth_signing_keys',
      'Signing keys of the tokens, by state.',
      states.map(({ labels, ages }) => ({ labels, value: ages.length })),
    ),
    makeGauge(
      'directory_auth_signing_key_age_seconds',
      'Time since the creation of the oldest signing key of a state.',
      states.flatMap(({ labels, ages }) =>
        ages.length > 0 ? [{ labels, value: Math.max(...ages) }] : [],
      ),
    ),
  ]
}
