import { t } from '../../../src-shared/messages/message'
import { z } from 'zod'
import type { Mail } from '../../../src-shared/bridge/review'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import { templateTypes, type UpdateTemplateRequest } from '../../../src-shared/interface/template'
import { differingParts, type Difference } from '../../kit/save/differences'

/** What a person writes of a template. Optional fields are empty where there is nothing. */
const writtenSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string(),
  replyTo: z.string(),
})
export type TemplateDraft = z.infer<typeof writtenSchema>

/** The parts that a person changed: what a draft keeps, and what a save is made of. */
export const changesSchema = writtenSchema.partial()
export type TemplateDraftChanges = z.infer<typeof changesSchema>

/** What each part is called. */
export const partLabels: Record<keyof TemplateDraft, string> = {
  name: t('words.name'),
  description: t('words.note'),
  type: t('words.type'),
  subject: t('words.subject'),
  body: 'HTML',
  from: t('words.from'),
  fromName: t('words.sendersName'),
  replyTo: t('words.replyTo'),
}

const parts = writtenSchema.keyof().options

/** What can be written of a template, as the service holds it. */
export function writtenOf(detail: TemplateDetail): TemplateDraft {
  return writtenSchema.parse(detail)
}

/** The parts of `mine` that are not as in `base`. */
export function changesOf(mine: TemplateDraft, base: TemplateDraft): TemplateDraftChanges {
  return Object.fromEntries(
    parts.filter((part) => mine[part] !== base[part]).map((part) => [part, mine[part]]),
  )
}

/** What differs between what was written here and what the service holds by now. */
export function differences(mine: TemplateDraft, theirs: TemplateDraft): Difference[] {
  return differingParts(
    parts.map((part) => ({
      label: partLabels[part],
      mine: mine[part],
      theirs: theirs[part],
      lines: part === 'body',
    })),
  )
}

/** What keeps it from being saved, as a sentence; empty where nothing does. */
export function faultOf({ name, subject, body }: TemplateDraft): string {
  if (name.trim() === '') return t('words.itNeedsAName')
  if (subject.trim() === '') return t('words.itNeedsASubject')
  return body.trim() === '' ? t('words.itNeedsHtml') : ''
}

/** What a save sends: optional parts that were emptied are cleared. */
export function requestOf(changes: TemplateDraftChanges): UpdateTemplateRequest {
  const { type, from, fromName, replyTo, description, ...rest } = changes
  const known = templateTypes.find((one) => one === type)
  const cleared = (value: string | undefined) => (value?.trim() === '' ? null : value?.trim())
  return {
    ...rest,
    ...(known ? { type: known } : {}),
    ...(from === undefined ? {} : { from: cleared(from) }),
    ...(fromName === undefined ? {} : { fromName: cleared(fromName) }),
    ...(replyTo === undefined ? {} : { replyTo: cleared(replyTo) }),
    ...(description === undefined ? {} : { description: cleared(description) }),
  }
}

/** The mail that a template is. A type that is not known is taken for one that goes to everybody. */
export function mailOf({ subject, body, from, fromName, replyTo, type }: TemplateDraft): Mail {
  return {
    subject,
    body,
    from,
    fromName,
    replyTo,
    type: type === 'MARKETING' ? 'MARKETING' : 'TRANSACTIONAL',
  }
}
