import { t } from '../../../../src-shared/messages/message'
import type { SentRow } from '../../../../src-shared/bridge/send'
import { limits } from '../../../../src-shared/interface/limits'
import { formatBytes, missing } from '../../../format'
import { stateWord } from './send-words'

/** Until when the service can be asked what became of a mail: it knows its key for a while. */
export const askableUntil = ({ at }: Pick<SentRow, 'at'>): number => at + limits.idempotencyKeyMs

/** What happened to a mail, in order. */
export function stepsOf(mail: SentRow): { at: number; what: string; tone: string }[] {
  const { at, leftAt, answeredAt, settledAt, state, outcome } = mail
  const answered = { word: stateWord({ state, outcome: null }).word, tone: '' }
  if (state === 'unknown') Object.assign(answered, { word: t('words.noAnswer'), tone: 'text-warning' })
  else if (settledAt !== null) answered.word = t('words.noAnswer')
  else if (state === 'sent') answered.word = t('mail.sentFacts.theServiceTookIt')
  else if (state === 'refused') answered.tone = 'text-danger'
  const steps: [number | null | undefined, string, string?][] = [
    [at, t('mail.sentFacts.writtenToTheOutbox')],
    [leftAt, t('mail.sentFacts.leftThisMachine')],
    [answeredAt, answered.word, answered.tone],
    [settledAt, t('mail.sentFacts.settledByYou', { wasSent: state === 'sent' })],
    [outcome?.deliveredAt, t('words.delivered')],
    [outcome?.openedAt, t('words.opened')],
    [outcome?.clickedAt, t('words.clicked')],
  ]
  return steps.flatMap(([when, what, tone = '']) => (when == null ? [] : [{ at: when, what, tone }]))
}

/** What a mail was made of, a line each. */
export function mailFacts({ facts, contactId, state }: SentRow): { label: string; value: string }[] {
  if (facts === null) return [{ label: t('words.template'), value: missing }]
  const { template, from, filled, files, bytes } = facts
  const lines: [string, string][] = [
    [t('words.template'), template ?? t('mail.sendFields.ownText')],
    [t('words.from'), from ?? missing],
  ]
  if (filled !== null && filled.of > 0)
    lines.push([t('words.values'), t('mail.sentFacts.filled', { ...filled })])
  if (files > 0)
    lines.push([
      t('mail.sentFacts.attached'),
      t('mail.sendFacts.filesBytes', {
        files: t('counts.files', { count: files }),
        bytes: formatBytes(bytes),
      }),
    ])
  const known = contactId !== null ? 'known' : state === 'unknown' ? 'unknown' : 'none'
  lines.push([t('words.contact'), t('mail.sentFacts.contact', { known })])
  return lines.map(([label, value]) => ({ label, value }))
}
