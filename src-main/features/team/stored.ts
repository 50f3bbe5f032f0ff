import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import {
  personNameSchema,
  teamKeySchema,
  teamRuleSchema,
  type TeamRule,
} from '../../../src-shared/bridge/team'
import { headSchema } from './entry'

const trustedSchema = lazyObject(() => ({
  key: teamKeySchema,
  name: z.string(),
  at: z.number(),
  state: z.enum(['confirmed', 'differs', 'replaced', 'removed']),
  by: z.string(),
  end: headSchema.nullable(),
  despite: z.array(z.string()),
}))

/** What a profile remembers of its team: nothing in the shared folder changes it by itself but what is signed. */
export const storedTeamSchema = lazyObject(() => ({
  folder: z.string(),
  team: teamKeySchema,
  name: personNameSchema,
  /** The public half of one's own key. */
  key: teamKeySchema,
  trust: z.array(trustedSchema),
  heads: z.record(z.string(), headSchema),
  rule: teamRuleSchema,
  /** How many rules came before. */
  ruleNumber: z.number().int(),
}))
export type StoredTeam = z.infer<typeof storedTeamSchema>

/** The rule that a team begins with. */
export const firstRule: TeamRule = { signers: 2, over: 1000, editorSigns: true, notesBlock: false }

/** Where a profile's team is remembered, and its key kept. */
export interface TeamStore {
  get(): StoredTeam | null
  change(next: (team: StoredTeam | null) => StoredTeam | null): Promise<unknown>
  /** The secret half of one's key. Rejects with `keychain_locked` or `key_missing`. */
  secret(): Promise<string>
  /** Keeps the secret half of a new key; null: forgets it. */
  keepSecret(secret: string | null): Promise<void>
}
