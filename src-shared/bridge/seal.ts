import { z } from 'zod'
import { lazily, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'

/** Whether keys and copies are sealed with a passphrase, for want of a keychain; and what is known without it. */
export const sealStateSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** Nothing is sealed. `offered`: no keychain answers, so that a passphrase is of use. */
    z.object({ kind: z.literal('none'), offered: z.boolean() }),
    z.object({
      kind: z.literal('sealed'),
      /** Nobody typed the passphrase since the start: keys and copies cannot be read. */
      locked: z.boolean(),
      /** It is open, and what is on the screen is covered until the passphrase is typed. */
      covered: z.boolean(),
      /** null: the file cannot be read. */
      sealedAt: instantSchema.nullable(),
      unlockedAt: instantSchema.nullable(),
      /** Of the sealed file, and of all copies. */
      bytes: z.number().int(),
      copyBytes: z.number().int(),
      /** When something is to be done by itself. */
      dueAt: instantSchema.nullable(),
      lockAfterMinutes: z.number().int().nullable(),
      /** A keychain answers by now: it could take what is sealed. */
      keychainAnswers: z.boolean(),
    }),
  ]),
)
export type SealState = z.infer<typeof sealStateSchema>
/** What is sealed, and what is known of it. */
export type Sealed = Extract<SealState, { kind: 'sealed' }>

/** Characters that a passphrase has at least. */
export const shortestPassphrase = 12

const passphrase = z.string().max(1000)
/** Minutes without a key or click after which the screen is covered; null: never. */
const lockAfterMinutes = z.number().int().min(1).max(1440).nullable()

export const seal = lazily(() => ({
  /** Seals the keys, and encrypts the copy. `input_invalid`: too short, or a keychain answers. */
  make: procedure.input(z.object({ passphrase, lockAfterMinutes })).output(doneSchema),
  /** Opens, or uncovers. `passphrase_wrong`, `seal_damaged`. From the fifth try on it takes ten seconds. */
  unlock: procedure.input(z.object({ passphrase })).output(doneSchema),
  /** Another passphrase for the same keys. */
  change: procedure.input(z.object({ from: passphrase, to: passphrase })).output(doneSchema),
  lockAfter: procedure.input(z.object({ minutes: lockAfterMinutes })).output(doneSchema),
  /** Covers what is on the screen; what runs goes on. */
  cover: procedure.output(doneSchema),
  /** Moves what is sealed into the keychain; `keychain_unavailable` where none answers. */
  moveToKeychain: procedure.output(doneSchema),
  /** Takes keys, copies, notes and the log off this machine. `typed` is what the page asks for: "start over" in its language. */
  startOver: procedure.input(z.object({ typed: z.string().max(100) })).output(doneSchema),
}))
