import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in the form that Node reads. */
const before = Buffer.from('302a300506032b6570032100', 'hex')

/** A signing key: its secret half as the keychain holds it, its public half as the folder does. */
export interface SigningKey {
  secret: string
  key: string
}

/** Makes a key. */
export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { secret, key: publicHalf(secret) }
}

/** The public half of a key, from what the keychain holds. */
function publicHalf(secret: string): string {
  const der = createPublicKey(privateHalf(secret)).export({ format: 'der', type: 'spki' })
  return der.subarray(before.length).toString('hex')
}

/** Signs a text: 64 bytes, as hexadecimal digits. */
export function signText(text: string, secret: string): string {
  return sign(null, Buffer.from(text), privateHalf(secret)).toString('hex')
}

/** Whether a signature is of this text and this key; what makes no sense is not. */
export function isSignedBy(text: string, signature: string, key: string): boolean {
  try {
    const half = createPublicKey({
      key: Buffer.concat([before, Buffer.from(key, 'hex')]),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(text), half, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

/** A key in the eight groups by which two people compare it. */
export function groupsOf(key: string): string[] {
  const digest = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex')
  return Array.from({ length: 8 }, (_, at) => digest.slice(at * 4, at * 4 + 4))
}

function privateHalf(secret: string) {
  return createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })
}
