import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { SettingError, setting } from '../../kit/config/settings.js'

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
