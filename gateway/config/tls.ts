import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { SettingError, setting } from '../../kit/config/settings.js'
import type { SettingDiagnostic } from '../../kit/config/yaml/diagnostics.js'

/** PEM texts for TLS on the public listener. */
export interface Tls {
  cert: string
  key: string
}

/**
 * Reads the PEM files of TLS_CERT and TLS_KEY. @throws Error when only one is set, or one cannot be
 * read.
 */
export function readTls(): Tls | undefined {
  const [certFile, keyFile] = [setting('TLS_CERT'), setting('TLS_KEY')]
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw new SettingError(
      certFile === undefined ? 'TLS_CERT' : 'TLS_KEY',
      'set both TLS_CERT and TLS_KEY, or neither',
    )
  return { cert: readPem('TLS_CERT', certFile), key: readPem('TLS_KEY', keyFile) }
}

/** @throws Error when they are not a certificate and its key. */
export function checkKeyPair(tls: Tls): void {
  try {
    createSecureContext(tls)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new SettingError(
      'TLS_CERT',
      `TLS_CERT and TLS_KEY must name the PEM files of a certificate and its key (${code})`,
      { cause },
    )
  }
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new SettingError(
      name,
      `${name}: cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    )
  }
}

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
