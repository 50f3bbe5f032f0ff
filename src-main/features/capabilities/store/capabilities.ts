import type { Stepped, Session } from '../../../core/database/session'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import {
  capabilitySchema,
  countDifferenceSchema,
  type Capability,
  type CapabilityKey,
  type CountDifference,
  type Counted,
} from '../../../../src-shared/bridge/capabilities'

/**
 * What the service of the copy can do, as it answered. Times are milliseconds since 1970. `service_asking` is the one row
 * of the last asking: `service` is what was asked, its address with its version. A count that agrees has no row.
 */
export const capabilityTables = `
  CREATE TABLE capability (
    key TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    answer TEXT,
    amount INTEGER,
    evidence TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    since INTEGER NOT NULL,
    changed_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE service_asking (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    before INTEGER,
    service TEXT NOT NULL,
    version TEXT,
    requests INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    unknown_route TEXT
  ) STRICT;
  CREATE TABLE count_difference (
    kind TEXT NOT NULL,
    of TEXT NOT NULL,
    difference TEXT NOT NULL,
    PRIMARY KEY (kind, of)
  ) STRICT, WITHOUT ROWID;
`

/** What an answer told of a capability. */
export type FoundOut = Pick<Capability, 'key' | 'state' | 'answer' | 'amount' | 'evidence'>

const askingSchema = lazyObject(() => ({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The asking before it; null: it was the first. */
  before: z.number().nullable(),
  /** What was asked: another text is another service. */
  service: z.string(),
  /** What it called its version; null: nothing. */
  version: z.string().nullable(),
  requests: z.number(),
  /** Questions that no answer came to. */
  failed: z.number(),
  /** How the service says that it has no such call; null where it never did. */
  unknownRoute: z.string().nullable(),
}))
/** The last time that a service was asked what it can. */
export type CapabilityCheck = z.infer<typeof askingSchema>

/** What the service of the copy can do, and where its counts differ. It outlives restarts. */
export interface CapabilityStore {
  /** Those that an answer told of. */
  all(): Capability[]
  /**
   * Remembers what was found out at `now` (milliseconds since 1970); answers with the keys of which it is another answer
   * than before. A count that is another is none.
   */
  put(input: { found: FoundOut[]; now: number }): CapabilityKey[]
  asking(): CapabilityCheck | null
  asked(asking: Omit<CapabilityCheck, 'before'>): void
  /** Another service stands there: nothing that was found out holds. */
  forget(): void
  differences(): CountDifference[]
  /** A count was compared; null: it agrees. */
  compared(input: { of: Counted; difference: CountDifference | null }): void
  keepDifferences(input: { kind: 'segment' | 'campaign'; ids: string[] }): void
}

const rowSchema = lazySchema(() =>
  z
    .object({
      key: z.string(),
      state: z.string(),
      answer: z.string().nullable(),
      amount: z.number().nullable(),
      evidence: z.string(),
      asked_at: z.number(),
      since: z.number(),
      changed_at: z.number().nullable(),
    })
    .transform(({ asked_at: askedAt, changed_at: changedAt, ...row }) => ({ ...row, askedAt, changedAt })),
)
type CapabilityRow = z.input<typeof rowSchema>

const idOf = (of: Counted) => (of.kind === 'contacts' ? '' : of.id)

/** The part of the store that knows what the service can do. In one piece: its calls share the statements at its head. */
export function capabilityStore(session: Session): Stepped<CapabilityStore> {
  const { db } = session
  const one = db.prepare<[string], unknown>('SELECT * FROM capability WHERE key = ?')
  const putting = db.prepare<[CapabilityRow]>(
    `INSERT OR REPLACE INTO capability (key, state, answer, amount, evidence, asked_at, since, changed_at)
     VALUES (@key, @state, @answer, @amount, @evidence, @asked_at, @since, @changed_at)`,
  )
  const asking = db.prepare<[], unknown>(
    `SELECT at, before, service, version, requests, failed, unknown_route AS unknownRoute FROM service_asking`,
  )
  const lastAsking = () => {
    const row = asking.get()
    return row === undefined ? null : askingSchema.parse(row)
  }
  const writeAsking = db.prepare<[CapabilityCheck]>(
    `INSERT OR REPLACE INTO service_asking (one, at, before, service, version, requests, failed, unknown_route)
     VALUES (1, @at, @before, @service, @version, @requests, @failed, @unknownRoute)`,
  )
  const compared = db.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO count_difference (kind, of, difference) VALUES (?, ?, ?)',
  )
  const agrees = db.prepare<[string, string]>('DELETE FROM count_difference WHERE kind = ? AND of = ?')

  function put(found: FoundOut, now: number): boolean {
    const row = one.get(found.key)
    const known = row === undefined ? null : rowSchema.parse(row)
    const isOther = known !== null && (known.state !== found.state || known.answer !== found.answer)
    putting.run({
      ...found,
      asked_at: now,
      since: known === null || isOther ? now : known.since,
      changed_at: isOther ? now : (known?.changedAt ?? null),
    })
    return isOther
  }

  return {
    all: () =>
      session.read(() =>
        db
          .prepare<[], unknown>('SELECT * FROM capability')
          .all()
          .flatMap((row) => {
            // A key or an answer of a later version says nothing here.
            const read = capabilitySchema.safeParse(rowSchema.parse(row))
            return read.success ? [read.data] : []
          }),
      ),
    put: ({ found, now }) =>
      session.write(() => found.filter((each) => put(each, now)).map(({ key }) => key)),
    asking: () => session.read(lastAsking),
    asked: (input) =>
      session.write(() => {
        writeAsking.run({ ...input, before: lastAsking()?.at ?? null })
      }),
    forget: () =>
      session.write(() => {
        db.exec('DELETE FROM capability; DELETE FROM service_asking; DELETE FROM count_difference')
      }),
    differences: () =>
      session.read(() =>
        session
          .column<[], string>('SELECT difference FROM count_difference ORDER BY kind DESC, of')
          .all()
          .map((text) => countDifferenceSchema.parse(JSON.parse(text))),
      ),
    compared: ({ of, difference }) =>
      session.write(() => {
        if (difference === null) agrees.run(of.kind, idOf(of))
        else compared.run(of.kind, idOf(of), JSON.stringify(difference))
      }),
    keepDifferences: ({ kind, ids }) =>
      session.write(() => {
        db.prepare<[string, string]>(
          'DELETE FROM count_difference WHERE kind = ? AND of NOT IN (SELECT value FROM json_each(?))',
        ).run(kind, JSON.stringify(ids))
      }),
  }
}
