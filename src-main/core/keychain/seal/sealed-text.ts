import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import { problem } from '../../problems'
import { parsedJson } from '../../../../src-shared/parsed-json'

/** How a key is made of a passphrase. `n` doubles the work: 2^17 takes 128 MB and about half a second. */
const scryptSchema = lazyObject(() => ({
  name: z.literal('scrypt'),
  n: z
    .number()
    .int()
    .min(2 ** 10)
    .max(2 ** 20),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
  salt: z.base64().length(44),
}))
type Scrypt = z.infer<typeof scryptSchema>

/** What stands outside the seal: how it is opened, and days. No name, no address. */
const headerSchema = lazyObject(() => ({
  version: z.literal(1),
  kdf: scryptSchema,
  /** Milliseconds since 1970. */
  sealedAt: z.number(),
  unlockedAt: z.number(),
  lockAfterMinutes: z.number().int().min(1).max(1440).nullable(),
}))
export type SealHeader = z.infer<typeof headerSchema>

const fileSchema = lazyObject(() => ({
  header: headerSchema,
  nonce: z.base64().length(16),
  sealed: z.base64(),
  /** SHA-256 of all before it: what was damaged is told from what another passphrase sealed. */
  sum: z.string(),
}))
type File = z.infer<typeof fileSchema>

const secretsSchema = lazySchema(() => z.record(z.string(), z.string()))

/** How much work a passphrase costs whoever tries one: the N of scrypt. Tests take less. */
export const usualWork = 2 ** 17

/** The key of a passphrase. Composed and decomposed letters are the same to who types them. */
export function keyOf(passphrase: string, { n, r, p, salt }: Scrypt): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 256 * n * r }
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** With what a new seal begins. */
export function newScrypt(work: number): Scrypt {
  return { name: 'scrypt', n: work, r: 8, p: 1, salt: randomBytes(32).toString('base64') }
}

/** The text of a sealed file: AES-256-GCM over the secrets, what stands outside bound to it. */
export function seal(header: SealHeader, key: Buffer, secrets: ReadonlyMap<string, string>): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(JSON.stringify(header)))
  const text = JSON.stringify(Object.fromEntries(secrets))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const parts = { header, nonce: nonce.toString('base64'), sealed: sealed.toString('base64') }
  return `${JSON.stringify({ ...parts, sum: sumOf(parts) })}\n`
}

/** A sealed file as it was read, still closed. Throws `seal_damaged` where any byte of it is another than was written. */
export function readSealed(text: string): File {
  const parsed = fileSchema.safeParse(parsedJson(text))
  if (!parsed.success) throw problem('seal_damaged')
  const { sum, ...parts } = parsed.data
  // Also what a parser passes over: a file is what was written, to the byte.
  if (sum !== sumOf(parts) || text !== `${JSON.stringify({ ...parts, sum })}\n`) throw problem('seal_damaged')
  return parsed.data
}

/** Opens it. Throws `passphrase_wrong` where the key is another. */
export function unseal({ header, nonce, sealed }: File, key: Buffer): Map<string, string> {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'))
    decipher.setAAD(Buffer.from(JSON.stringify(header)))
    decipher.setAuthTag(bytes.subarray(-16))
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    return new Map(Object.entries(secretsSchema.parse(JSON.parse(text))))
  } catch (error) {
    throw problem('passphrase_wrong', {}, { cause: error })
  }
}

/** Whether two keys are the same, in a time that tells nothing of where they differ. */
export const sameKey = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other)

function sumOf(parts: Omit<File, 'sum'>): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
