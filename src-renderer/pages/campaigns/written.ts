import { z } from 'zod'
import type { CampaignDetail, WrittenCampaign } from '../../../src-shared/bridge/campaigns'
import { audienceSchema, mailSchema, type Audience, type Mail } from '../../../src-shared/bridge/review'
import { sameValue } from '../../../src-shared/same-value'

/** What a person writes of a campaign, as its tabs hold it. `audience` null: the one it has cannot be read, and stays. */
export type Written = Omit<WrittenCampaign, 'audience'> & { audience: Audience | null }

const mailFields = [
  'subject',
  'body',
  'from',
  'fromName',
  'replyTo',
  'type',
] as const satisfies readonly (keyof Mail)[]

/** What can be written of a campaign, as the service holds it. */
export function writtenOf({ name, description, mail, audience }: CampaignDetail): Written {
  return { name, description, mail, audience }
}

/** The parts of a campaign that a person changed: what a draft keeps, and what a save is made of. */
export const changesSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    mail: mailSchema.partial(),
    audience: audienceSchema,
  })
  .partial()
export type Changes = z.infer<typeof changesSchema>

/** The parts of `mine` that are not as in `base`. */
export function changesOf(mine: Written, base: Written): Changes {
  const mail: Partial<Record<keyof Mail, unknown>> = {}
  for (const field of mailFields) if (mine.mail[field] !== base.mail[field]) mail[field] = mine.mail[field]
  return changesSchema.parse({
    ...(mine.name === base.name ? {} : { name: mine.name }),
    ...(mine.description === base.description ? {} : { description: mine.description }),
    ...(Object.keys(mail).length === 0 ? {} : { mail }),
    ...(mine.audience === null || sameValue(mine.audience, base.audience) ? {} : { audience: mine.audience }),
  })
}

/** A campaign with changes made to it. */
export function withChanges(base: Written, { mail, ...rest }: Changes): Written {
  return { ...base, ...rest, mail: { ...base.mail, ...mail } }
}

/** What a save sends: parts are whole, a mail with all of its fields. */
export function requestOf(base: Written, changes: Changes): Partial<WrittenCampaign> {
  const { mail, ...rest } = changes
  return mail === undefined ? rest : { ...rest, mail: { ...base.mail, ...mail } }
}

/** Whether there is anything to save. */
export function isChanged(changes: Changes): boolean {
  return Object.keys(changes).length > 0
}

/** A part that two versions hold differently, as a person compares them. */
export interface Difference {
  label: string
  mine: string
  theirs: string
}

/** The lines of two texts between what is alike at their beginning and their end, with the number of the first. */
function differingLines(mine: string, theirs: string): { line: number; mine: string; theirs: string } {
  const a = mine.split('\n')
  const b = theirs.split('\n')
  let first = 0
  while (first < a.length && first < b.length && a[first] === b[first]) first++
  let last = 0
  while (
    last < a.length - first &&
    last < b.length - first &&
    a[a.length - 1 - last] === b[b.length - 1 - last]
  )
    last++
  const part = (lines: string[]) => lines.slice(first, lines.length - last).join('\n')
  return { line: first + 1, mine: part(a), theirs: part(b) }
}

function audienceWords(audience: Audience | null): string {
  if (audience === null) return 'Cannot be read'
  if (audience.kind === 'all') return 'Everyone'
  return audience.kind === 'segment' ? `Segment ${audience.id}` : JSON.stringify(audience.condition, null, 2)
}

/** What differs between what was written here and what the service holds by now. */
export function differences(mine: Written, theirs: Written): Difference[] {
  const found: Difference[] = []
  const compare = (label: string, a: string, b: string) => {
    if (a !== b) found.push({ label, mine: a, theirs: b })
  }
  compare('Name', mine.name, theirs.name)
  compare('Note', mine.description, theirs.description)
  compare('Subject', mine.mail.subject, theirs.mail.subject)
  compare('From', mine.mail.from, theirs.mail.from)
  compare('Sender’s name', mine.mail.fromName, theirs.mail.fromName)
  compare('Reply to', mine.mail.replyTo, theirs.mail.replyTo)
  compare('Kind', mine.mail.type, theirs.mail.type)
  if (mine.mail.body !== theirs.mail.body) {
    const lines = differingLines(mine.mail.body, theirs.mail.body)
    found.push({ label: `HTML from line ${lines.line}`, mine: lines.mine, theirs: lines.theirs })
  }
  compare('Audience', audienceWords(mine.audience), audienceWords(theirs.audience))
  return found
}
