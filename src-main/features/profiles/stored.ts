import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { usualBrake } from '../../../src-shared/campaign-brake'
import {
  brakeLimitsSchema,
  keyInfoSchema,
  syncPlanSchema,
  type SyncPlan,
} from '../../../src-shared/bridge/profiles'
import {
  recordColumnsKey,
  recordNameKey,
  settingsSchema,
  type Notices,
  type Settings,
} from '../../../src-shared/bridge/settings'
import { storedConnectionSchema } from '../records'
import { storedTeamSchema } from '../team'

/** The share of the budget that a new profile's background work may take. */
export const defaultShare = 0.5

/**
 * What is remembered of a key: enough to show it and to tell "locked" from "absent" (docs/security.md, C10), nothing
 * that helps to use it. `kept` says where it was put.
 */
const keyMarkerSchema = lazyObject(() => ({
  class: keyInfoSchema.unwrap().shape.class,
  lastFour: keyInfoSchema.unwrap().shape.lastFour,
  fingerprint: z.string(),
  kept: z.enum(['keychain', 'session']),
}))
export type KeyMarker = z.infer<typeof keyMarkerSchema>

/** The marker of a cache's key. `account` changes when a copy is set aside, so that its old key is kept. */
const cacheKeyMarkerSchema = lazyObject(() => ({ account: z.string(), fingerprint: z.string() }))
export type CacheKeyMarker = z.infer<typeof cacheKeyMarkerSchema>

/** A profile as settings.json holds it. */
export const storedProfileSchema = lazyObject(() => ({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: z.string(),
  colour: z.number().int().min(1).max(6),
  production: z.boolean(),
  readOnly: z.boolean(),
  address: z.string(),
  embedded: z.boolean(),
  secretKey: keyMarkerSchema.nullable(),
  publicKey: keyMarkerSchema.nullable(),
  cacheKey: cacheKeyMarkerSchema.nullable(),
  /** Accounts of keys of copies that were set aside: deleted with the profile. */
  formerCacheAccounts: z.array(z.string()).default([]),
  plan: syncPlanSchema,
  brake: brakeLimitsSchema.default(usualBrake),
  /** Connections to record-management services; what is remembered of their tokens beside each. */
  records: z.array(storedConnectionSchema.unwrap().extend({ token: keyMarkerSchema.nullable() })).default([]),
  /** The folder that it shares with others, and what is remembered of the key that it signs with. */
  team: storedTeamSchema.nullable().default(null),
  teamKey: keyMarkerSchema.nullable().default(null),
  createdAt: z.number(),
}))
export type StoredProfile = z.infer<typeof storedProfileSchema>

const firstPlan: SyncPlan = { quickEveryMinutes: 15, fullDailyAt: '03:00', backgroundShare: defaultShare }

/** A profile that has nothing of its own yet; `now` in milliseconds since 1970. */
export function blankProfile(id: string, now: number): StoredProfile {
  return {
    id,
    name: '',
    colour: 1,
    production: false,
    readOnly: false,
    address: '',
    embedded: false,
    secretKey: null,
    publicKey: null,
    cacheKey: null,
    formerCacheAccounts: [],
    plan: firstPlan,
    brake: usualBrake,
    records: [],
    team: null,
    teamKey: null,
    createdAt: now,
  }
}

/** Seconds that a sending is held unless a person says otherwise. */
const firstHold = 30

/** Everything is told of unless a person says otherwise. */
const allNotices: Notices = { jobs: true, runs: true, brake: true }

/** The whole of settings.json. */
export const storedSettingsSchema = lazyObject(() => ({
  version: z.literal(1),
  currentId: z.string().nullable(),
  profiles: z.array(storedProfileSchema),
  // Files of earlier versions do not know these.
  settings: settingsSchema.unwrap().extend({
    language: settingsSchema.unwrap().shape.language.default('system'),
    holdSeconds: settingsSchema.unwrap().shape.holdSeconds.default(firstHold),
    notices: settingsSchema.unwrap().shape.notices.default(allNotices),
    shortcuts: settingsSchema.unwrap().shape.shortcuts.default({}),
    actionUses: settingsSchema.unwrap().shape.actionUses.default({}),
    lastScreens: settingsSchema.unwrap().shape.lastScreens.default({}),
  }),
}))
export type StoredSettings = z.infer<typeof storedSettingsSchema>

/** Without what was remembered of grids and screens whose profile or connection is gone: a page may have said it once more since. */
export function withoutStrays(value: StoredSettings): StoredSettings {
  const owners = new Set(
    value.profiles.flatMap(({ id, records }) => [
      id,
      ...records.flatMap((each) => [recordColumnsKey(each.id), recordNameKey(each.id)]),
    ]),
  )
  const columns = Object.entries(value.settings.columns).filter(([owner]) => owners.has(owner))
  const lastScreens = Object.entries(value.settings.lastScreens).filter(([id]) => owners.has(id))
  const settings = {
    ...value.settings,
    columns: Object.fromEntries(columns),
    lastScreens: Object.fromEntries(lastScreens),
  }
  return { ...value, settings }
}

const defaults: Settings = {
  appearance: { theme: 'system', density: 'regular' },
  language: 'system',
  dismissed: [],
  columns: {},
  holdSeconds: firstHold,
  notices: allNotices,
  shortcuts: {},
  actionUses: {},
  lastScreens: {},
}

/** What a new data folder starts with. */
export const emptySettings: StoredSettings = {
  version: 1,
  currentId: null,
  profiles: [],
  settings: defaults,
}
