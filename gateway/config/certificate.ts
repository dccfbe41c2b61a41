import { X509Certificate } from 'node:crypto'
import type { SettingDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Tls } from './tls.js'

/** From then on a certificate should have been renewed. */
const soonDays = 14
const dayMs = 86_400_000

/** The end of the certificate that the public listener shows. */
export interface CertificateEnd {
  state: 'valid' | 'ending' | 'expired'
  /** Milliseconds since 1970. */
  validTo: number
}

/**
 * When TLS_CERT ends, by the certificate of its chain that ends first.
 * @param now Milliseconds since 1970.
 */
export function certificateEnd({ cert }: Tls, now: number): CertificateEnd {
  const chain = cert.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const ends = chain.map((pem) => Date.parse(new X509Certificate(pem).validTo))
  const validTo = Math.min(...ends)
  if (validTo <= now) return { state: 'expired', validTo }
  return { state: validTo - now <= soonDays * dayMs ? 'ending' : 'valid', validTo }
}

/** A certificate to renew. It stops no start: without it nothing would be served at all. */
export function certificateWarnings(tls: Tls | undefined, now: number): SettingDiagnostic[] {
  const end = tls && certificateEnd(tls, now)
  if (!end || end.state === 'valid') return []
  const at = new Date(end.validTo).toISOString()
  const isOver = end.state === 'expired'
  return [
    {
      setting: 'TLS_CERT',
      severity: 'warning',
      rule: isOver ? 'certificate-expired' : 'certificate-ending',
      message: isOver
        ? `the certificate of TLS_CERT expired at ${at}: clients refuse the connection`
        : `the certificate of TLS_CERT ends at ${at}`,
      remedy: 'renew it, then npm run reload',
    },
  ]
}
