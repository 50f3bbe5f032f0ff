import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, procedure } from './base'
import { sealStateSchema } from './seal'

/** Where keys are kept, and whether that place can be used now (docs/rules.md, rule 8). */
export const keychainStateSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** The OS keychain answers. `name` as a person knows it: "GNOME Keyring", "Keychain", "Credential Manager". */
    z.object({ kind: z.literal('keychain'), name: z.string() }),
    /** No keychain: keys live in memory until the app quits. `reason` is a sentence. */
    z.object({ kind: z.literal('session'), reason: z.string() }),
  ]),
)
export type KeychainState = z.infer<typeof keychainStateSchema>

/** What the page may know of a key: never the key itself. */
export const keyInfoSchema = lazyObject(() => ({
  class: z.enum(['secret', 'public', 'unknown']),
  lastFour: z.string().max(4),
  /** `missing`: to be entered again; `locked`: our marker says it is there, the keychain does not give it. */
  state: z.enum(['keychain', 'session', 'missing', 'locked']),
}))
export type KeyInfo = z.infer<typeof keyInfoSchema>

export const syncPlanSchema = lazyObject(() => ({
  /** Minutes between quick refreshes; null: only by hand. */
  quickEveryMinutes: z.number().int().min(1).max(1440).nullable(),
  /** Local time of the daily full run, "HH:MM"; null: only by hand. */
  fullDailyAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
  /** Share of the project's 1,000 requests a minute that background work may take, 0.05 to 1. */
  backgroundShare: z.number().min(0.05).max(1),
}))
export type SyncPlan = z.infer<typeof syncPlanSchema>

/** Shares of what was sent at which a campaign is stopped. */
export const brakeLimitsSchema = lazyObject(() => ({
  bounced: z.number().min(0.001).max(0.5),
  complained: z.number().min(0.0001).max(0.05),
}))

/** One project: its address, its look, its keys (as {@link KeyInfo}) and its sync plan. */
const profileSchema = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  /** 1 to 6: which of the six profile colours. */
  colour: z.number().int().min(1).max(6),
  production: z.boolean(),
  readOnly: z.boolean(),
  address: z.string(),
  /** Whether the address is our own embedded service, which the console starts by itself. */
  embedded: z.boolean(),
  secretKey: keyInfoSchema,
  publicKey: keyInfoSchema.nullable(),
  plan: syncPlanSchema,
  brake: brakeLimitsSchema.optional(),
  createdAt: z.number(),
}))
export type Profile = z.infer<typeof profileSchema>

const detailsSchema = lazyObject(() => ({
  name: z.string().trim().min(1).max(80),
  colour: z.number().int().min(1).max(6),
  production: z.boolean(),
  address: z.string().trim().min(1).max(2048),
}))
const keyText = z.string().trim().min(1).max(5000)
const typedKeys = { secretKey: keyText.optional(), publicKey: keyText.optional() }
/** A person agreed that the key and all data travel unencrypted, over http to another machine. */
const unencrypted = z.boolean().default(false)

/** What a connection test found: nothing here is guessed; what the service did not say is null. */
const connectionReportSchema = lazyObject(() => ({
  latencyMs: z.number(),
  /** The address after tidying (scheme added, trailing slash removed): what will be stored. */
  address: z.string(),
  contacts: z.number().nullable(),
  domains: z.number().nullable(),
  campaigns: z.number().nullable(),
  /** Seconds the first copy of the contacts takes at the rate limit with the default background share; null if unknown. */
  firstCopySeconds: z.number().nullable(),
  /** Sentences about what is unusual: plain http to another machine, a public key that was not tried, ... */
  notes: z.array(z.string()),
}))
export type ConnectionReport = z.infer<typeof connectionReportSchema>

export const profileListSchema = lazyObject(() => ({
  profiles: z.array(profileSchema),
  currentId: z.string().nullable(),
  keychain: keychainStateSchema,
  seal: sealStateSchema,
  /** Why the current profile's copy cannot be opened, where it cannot: damaged, wrong key, newer, key locked. */
  cacheProblem: problemSchema.nullable(),
  /** Where settings that could not be read were moved at this start: the profiles in them are not listed. */
  settingsMovedTo: z.string().optional(),
}))
export type ProfileList = z.infer<typeof profileListSchema>

/** Figures of the embedded service's sample, counted by its own generator. */
export const sampleFiguresSchema = lazyObject(() => ({
  contacts: z.number(),
  events: z.number(),
  campaigns: z.number(),
  segments: z.number(),
  bytes: z.number(),
}))

export const profiles = lazily(() => ({
  list: procedure.output(profileListSchema),
  /**
   * Asks the service with the key given, stores nothing. Without `secretKey`, uses the stored one of `profileId`, which
   * goes to no other origin: `key_other_origin`. `address_unencrypted`: see `unencrypted`.
   */
  test: procedure
    .input(
      z.object({
        address: z.string().max(2048),
        ...typedKeys,
        profileId: z.string().optional(),
        unencrypted,
      }),
    )
    .output(connectionReportSchema),
  /** Stores a profile and its keys, and makes it the current one. The first full run starts at once. */
  create: procedure
    .input(detailsSchema.unwrap().extend({ secretKey: keyText, publicKey: keyText.optional(), unencrypted }))
    .output(profileSchema),
  /**
   * Changes a profile by what is given; of plan and brake, too, what is not given stays. An address of another origin needs every key that is stored typed again (`key_other_origin`);
   * `address_unencrypted`: see `unencrypted`.
   */
  update: procedure
    .input(
      z.object({
        id: z.string(),
        changes: detailsSchema
          .unwrap()
          .extend({
            readOnly: z.boolean(),
            plan: syncPlanSchema.unwrap().partial(),
            brake: brakeLimitsSchema.unwrap().partial(),
          })
          .partial(),
        keys: z.object(typedKeys).default({}),
        unencrypted,
      }),
    )
    .output(profileSchema),
  /** Replaces keys. A key of the wrong class is refused with `key_wrong_class`. */
  replaceKeys: procedure.input(z.object({ id: z.string(), ...typedKeys })).output(profileSchema),
  select: procedure.input(z.object({ id: z.string() })).output(profileSchema),
  /** Deletes the profile, its keys and its copy. `name` must be the profile's name, typed. */
  remove: procedure.input(z.object({ id: z.string(), name: z.string() })).output(doneSchema),
  /** Asks the keychain again, after it was unlocked. */
  retryKeychain: procedure.output(profileListSchema),
  sample: procedure.output(sampleFiguresSchema),
  /** Starts the embedded service (seeding it where it is empty) and makes it the current profile. */
  tryEmbedded: procedure.output(profileSchema),
}))
