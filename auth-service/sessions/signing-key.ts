import { blake2b } from '@noble/hashes/blake2.js'
import { PublicProtocol } from 'paseto'
import {
  ExportPublicKeyFactory,
  ExportSecretKeyFactory,
  GenerateKeyPairFactory,
  GetPublicKeyFactory,
  ImportSecretKeyFactory,
  type PublicKey,
  type SecretKey,
} from 'paseto/v4/public'
import type { SigningKeyRecord } from '../store/store.js'

/** A key pair that signs tokens, or has signed some. */
export interface SigningKey {
  /** PASERK id, `k4.pid.…`. */
  kid: string
  secretKey: SecretKey
  publicKey: PublicKey
  /** PASERK `k4.public.…`, for the gateways. */
  paserk: string
  createdAt: number
  /** When it starts to sign, unless it must earlier; ms since the epoch. */
  signsFrom: number
  retiredAt: number | undefined
}

/**
 * PASERK id of a public key: BLAKE2b-264 over the header and the key (PASERK specification,
 * operations/ID).
 */
export function publicKeyId(paserk: string): `k4.pid.${string}` {
  // OpenSSL offers only 64 bytes
  const digest = blake2b(Buffer.from(`k4.pid.${paserk}`), { dkLen: 33 })
  return `k4.pid.${Buffer.from(digest).toString('base64url')}`
}

const v4 = new PublicProtocol(
  GenerateKeyPairFactory,
  GetPublicKeyFactory,
  ImportSecretKeyFactory,
  ExportSecretKeyFactory,
  ExportPublicKeyFactory,
)

/** A new secret key, PASERK `k4.secret.…`. */
export async function newSecret(): Promise<string> {
  return v4.ExportSecretKey((await v4.GenerateKeyPair({ extractable: true })).secretKey)
}

/** The newest first. */
export function byAge(
  a: Pick<SigningKey, 'kid' | 'createdAt'>,
  b: Pick<SigningKey, 'kid' | 'createdAt'>,
): number {
  return b.createdAt - a.createdAt || (a.kid < b.kid ? 1 : -1)
}

/** The times of a record's key. */
export function toTimes({ createdAt, signsFrom = createdAt, retiredAt }: SigningKeyRecord) {
  return { createdAt, signsFrom, retiredAt }
}

/** The key of a record. @throws Error when its secret is invalid. */
export async function importSigningKey(record: SigningKeyRecord): Promise<SigningKey> {
  const secretKey = await v4.ImportSecretKey(record.secret as `k4.secret.${string}`)
  const publicKey = await v4.GetPublicKey(secretKey)
  const paserk = await v4.ExportPublicKey(publicKey)
  return { kid: publicKeyId(paserk), secretKey, publicKey, paserk, ...toTimes(record) }
}
