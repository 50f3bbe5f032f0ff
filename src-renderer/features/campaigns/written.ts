import { t } from '../../../src-shared/messages/message'
import { z } from 'zod'
import type { CampaignDetail, WrittenCampaign } from '../../../src-shared/bridge/campaigns'
import { audienceSchema, mailSchema, type Audience, type Mail } from '../../../src-shared/bridge/review'
import { sameValue } from '../../../src-shared/same-value'
import { differingParts, type Difference } from '../../kit/save/differences'

/** What a person writes of a campaign, as its tabs hold it. `audience` null: the one it has cannot be read, and stays. */
export type CampaignDraft = Omit<WrittenCampaign, 'audience'> & { audience: Audience | null }

const mailFields = [
  'subject',
  'body',
  'from',
  'fromName',
  'replyTo',
  'type',
] as const satisfies readonly (keyof Mail)[]

/** What can be written of a campaign, as the service holds it. */
export function writtenOf({ name, description, mail, audience }: CampaignDetail): CampaignDraft {
  return { name, description, mail, audience }
}

/** The parts of a campaign that a person changed: what a draft keeps, and what a save is made of. */
export const changesSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    mail: mailSchema.unwrap().partial(),
    audience: audienceSchema,
  })
  .partial()
export type CampaignDraftChanges = z.infer<typeof changesSchema>

/** The parts of `mine` that are not as in `base`. */
export function changesOf(mine: CampaignDraft, base: CampaignDraft): CampaignDraftChanges {
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
export function withChanges(base: CampaignDraft, { mail, ...rest }: CampaignDraftChanges): CampaignDraft {
  return { ...base, ...rest, mail: { ...base.mail, ...mail } }
}

/** What a save sends: parts are whole, a mail with all of its fields. */
export function requestOf(base: CampaignDraft, changes: CampaignDraftChanges): Partial<WrittenCampaign> {
  const { mail, ...rest } = changes
  return mail === undefined ? rest : { ...rest, mail: { ...base.mail, ...mail } }
}

function audienceWords(audience: Audience | null): string {
  if (audience === null) return t('campaigns.written.cannotBeRead')
  if (audience.kind === 'all') return t('words.everyone')
  return audience.kind === 'segment'
    ? t('campaigns.written.segmentId', { id: audience.id })
    : JSON.stringify(audience.condition, null, 2)
}

/** What differs between what was written here and what the service holds by now. */
export function differences(mine: CampaignDraft, theirs: CampaignDraft): Difference[] {
  const field = (label: string, name: 'subject' | 'from' | 'fromName' | 'replyTo' | 'type') => ({
    label,
    mine: mine.mail[name],
    theirs: theirs.mail[name],
  })
  return differingParts([
    { label: t('words.name'), mine: mine.name, theirs: theirs.name },
    { label: t('words.note'), mine: mine.description, theirs: theirs.description },
    field(t('words.subject'), 'subject'),
    field(t('words.from'), 'from'),
    field(t('words.sendersName'), 'fromName'),
    field(t('words.replyTo'), 'replyTo'),
    field(t('words.kind'), 'type'),
    { label: 'HTML', mine: mine.mail.body, theirs: theirs.mail.body, lines: true },
    {
      label: t('words.audience'),
      mine: audienceWords(mine.audience),
      theirs: audienceWords(theirs.audience),
    },
  ])
}

/** What keeps it from being saved, as a sentence; empty where nothing does. */
export function faultOf({ name, mail }: CampaignDraft): string {
  if (name.trim() === '') return t('words.itNeedsAName')
  if (mail.subject.trim() === '') return t('words.itNeedsASubject')
  if (mail.from.trim() === '') return t('campaigns.written.itNeedsTheSenders')
  return mail.body.trim() === '' ? t('words.itNeedsHtml') : ''
}
