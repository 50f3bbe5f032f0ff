import { createHash } from 'node:crypto'
import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import { personNameSchema, teamKeySchema, teamRuleSchema } from '../../../src-shared/bridge/team'
import { canonical } from '../../../src-shared/same-value'
import { isSignedBy, signText } from './key'
import { parsedJson } from '../../../src-shared/parsed-json'

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)
const idSchema = z.string().min(1).max(200)
const textSchema = z.string().min(1).max(2000)

const stateSchema = z.strictObject({
  /** Of subject, body, sender and type. */
  content: hashSchema,
  /** Of what says who gets it. */
  audience: hashSchema,
})
/** What a campaign is, as two hashes. */
export type CampaignState = z.infer<typeof stateSchema>

const versionSchema = lazySchema(() =>
  stateSchema.extend({ count: z.number().int().min(0).max(1_000_000_000) }),
)
/** What is signed: what a campaign is, and how many people get it. */
export type Version = z.infer<typeof versionSchema>

/** A place in the chain of somebody's entries. */
export const headSchema = z.strictObject({ seq: z.number().int().min(1).max(10_000_000), id: hashSchema })
export type Head = z.infer<typeof headSchema>

/** Characters that a view may have: whatever they are, its entry is read. */
export const viewLength = 20_000

const bodySchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('hello') }),
    z.strictObject({
      kind: z.literal('sign'),
      campaign: idSchema,
      version: versionSchema,
      warnings: z.number().int().min(0),
    }),
    z.strictObject({
      kind: z.literal('object'),
      campaign: idSchema,
      version: versionSchema,
      text: textSchema,
    }),
    z.strictObject({
      kind: z.literal('note'),
      campaign: idSchema,
      check: z.string().min(1).max(500),
      text: textSchema,
    }),
    /** Somebody finds that a warning may stand. */
    z.strictObject({ kind: z.literal('keep'), campaign: idSchema, check: z.string().min(1).max(500) }),
    z.strictObject({ kind: z.literal('edit'), of: hashSchema, text: textSchema }),
    /** A saved view of contacts, as JSON: what it says need not be understood for the entry to count. */
    z.strictObject({ kind: z.literal('view'), view: z.string().min(1).max(viewLength) }),
    /** Takes an entry of one's own back. */
    z.strictObject({ kind: z.literal('retract'), of: hashSchema }),
    z.strictObject({
      kind: z.literal('change'),
      campaign: idSchema,
      before: stateSchema,
      after: stateSchema,
    }),
    z.strictObject({ kind: z.literal('remind'), campaign: idSchema, to: teamKeySchema }),
    /** A vote for the rule that follows rule number `follows`. */
    z.strictObject({
      kind: z.literal('rule'),
      follows: z.number().int().min(0).max(100_000),
      rule: teamRuleSchema,
    }),
    /** Takes somebody out; what they wrote up to `head` stays. */
    z.strictObject({ kind: z.literal('remove'), who: teamKeySchema, head: headSchema.nullable() }),
    /** Two people compared a key, and it was another. */
    z.strictObject({ kind: z.literal('differ'), who: teamKeySchema }),
  ]),
)
/** What an entry says. */
export type Body = z.infer<typeof bodySchema>

const entrySchema = lazySchema(() =>
  z.strictObject({
    version: z.literal(1),
    /** Which team and which service it is for: an entry of another says nothing here. */
    scope: hashSchema,
    key: teamKeySchema,
    name: personNameSchema,
    machine: z.string().max(80),
    seq: headSchema.shape.seq,
    /** The id of the entry before, of the same person; null: it is the first. */
    prev: hashSchema.nullable(),
    /** As its writer's clock had it, which may be wrong: nothing counts by it. */
    at: z.number().int().min(0).max(8_000_000_000_000),
    body: bodySchema,
  }),
)

/** An entry whose signature holds. `id`: of all that is signed. */
export type Entry = z.infer<typeof entrySchema> & { id: string }
/** An entry that says a certain thing. */
export type EntryOf<Kind extends Body['kind']> = Entry & { body: Extract<Body, { kind: Kind }> }

const fileSchema = z.strictObject({
  entry: entrySchema,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})

/** Why an entry is left aside. */
export type AsideCause = 'unreadable' | 'signature' | 'otherTeam'

/** Nothing else that this key ever signs begins so. */
const purpose = 'postroom-team-entry-1\n'

/** Whether an entry says a certain thing. */
export function says<Kind extends Body['kind']>(entry: Entry, kind: Kind): entry is EntryOf<Kind> {
  return entry.body.kind === kind
}

/** Writes and signs an entry: itself, and the text of its file. */
export function writeEntry(
  entry: Omit<Entry, 'id' | 'version'>,
  secret: string,
): { entry: Entry; text: string } {
  const parsed = entrySchema.parse({ ...entry, version: 1 })
  const signed = canonical(parsed)
  const file = { entry: parsed, signature: signText(purpose + signed, secret) }
  return { entry: { ...parsed, id: idOf(signed) }, text: `${JSON.stringify(file)}\n` }
}

/** Reads the text of a file: the entry, or why it is left aside. Never throws. */
export function readEntry(text: string, scope: string): Entry | { aside: AsideCause } {
  const parsed = fileSchema.safeParse(parsedJson(text))
  if (!parsed.success) return { aside: 'unreadable' }
  const { entry, signature } = parsed.data
  const signed = canonical(entry)
  if (!isSignedBy(purpose + signed, signature, entry.key)) return { aside: 'signature' }
  if (entry.scope !== scope) return { aside: 'otherTeam' }
  return { ...entry, id: idOf(signed) }
}

/** What entries of a team about a service are for. */
export function scopeOf(team: string, service: string): string {
  return idOf(canonical({ team, service }))
}

/** A value as 64 hexadecimal digits. */
export function hashed(value: unknown): string {
  return idOf(canonical(value))
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
