import { z } from 'zod'
import { lazyObject } from '../../../../../src-shared/lazily'
import { verdictClassSchema, type VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import { asciiOrAsWritten } from '../../../../../src-shared/address/domain-name'
import type { Session } from '../../../../core/database/session'

const rowSchema = lazyObject(() => ({
  id: z.number(),
  domain: z.string(),
  class: verdictClassSchema.nullable(),
  note: z.string(),
  at: z.number(),
  /** Whether everybody is counted by it. */
  swept: z.number().transform((value) => value === 1),
}))
/** A class that a person gave to a domain and those below it. `class` null: it was taken away. */
export type StoredOverride = z.infer<typeof rowSchema>

/** The table of overrides, mirrored in memory: people make a few. */
export class OverrideTable {
  #all: Map<string, StoredOverride> | null = null

  constructor(private readonly session: Session) {
    session.onRollback(() => (this.#all = null))
  }

  /** By domain, in the order of domains, with those that were taken away. */
  get all(): ReadonlyMap<string, StoredOverride> {
    if (this.#all === null) {
      const rows = this.session.db.prepare('SELECT * FROM domain_override ORDER BY domain').all()
      const overrides = rows.map((row) => rowSchema.parse(row))
      this.#all = new Map(overrides.map((override) => [override.domain, override]))
    }
    return this.#all
  }

  /** The override that holds for a domain in any script: its own, else that of the nearest domain above. */
  of(domain: string): (StoredOverride & { class: VerdictClass }) | null {
    if (this.all.size === 0) return null
    for (let name = asciiOrAsWritten(domain); name !== ''; name = above(name)) {
      const found = this.all.get(name)
      if (found?.class) return { ...found, class: found.class }
    }
    return null
  }

  /** {@link of} an address. */
  ofEmail(email: string): ReturnType<OverrideTable['of']> {
    return this.all.size === 0 ? null : this.of(email.slice(email.lastIndexOf('@') + 1))
  }

  byId(id: number): StoredOverride | undefined {
    for (const override of this.all.values()) if (override.id === id) return override
    return undefined
  }

  /** Within a transaction. `class` null takes it away; answers what stands there then, null where nothing did before. */
  set(input: Pick<StoredOverride, 'domain' | 'class' | 'note' | 'at'>): StoredOverride | null {
    const { domain, class: to, note, at } = input
    if (to === null && !this.all.has(domain)) return null
    this.session.db
      .prepare(
        `INSERT INTO domain_override (domain, class, note, at, swept) VALUES (?, ?, ?, ?, 0) ON CONFLICT (domain)
         DO UPDATE SET class = excluded.class, note = excluded.note, at = excluded.at, swept = 0`,
      )
      .run(domain, to, note, at)
    this.#all = null
    return this.all.get(domain) ?? null
  }

  /** Within a transaction: everybody is counted as it was when an override was set. One that was taken away goes. */
  swept({ id, at }: StoredOverride): void {
    const { db } = this.session
    db.prepare('DELETE FROM domain_override WHERE id = ? AND at = ? AND class IS NULL').run(id, at)
    db.prepare('UPDATE domain_override SET swept = 1 WHERE id = ? AND at = ?').run(id, at)
    this.#all = null
  }
}

/** The domain above a domain; '' above the last. */
export function above(domain: string): string {
  const dot = domain.indexOf('.')
  return dot === -1 ? '' : domain.slice(dot + 1)
}
