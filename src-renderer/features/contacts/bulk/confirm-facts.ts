import { t } from '../../../../src-shared/messages/message'
import type { BulkAction, BulkPreview, BulkReach } from '../../../../src-shared/bridge/bulk'
import { formatNumber } from '../../../format'
import { requestWords, takesWords, type NotedFact } from './bulk-words'

/** What is about to be done to people whose number is typed, a line each. `reach`: null while it is not known. */
export function confirmFacts(action: BulkAction, preview: BulkPreview, reach: BulkReach | null): NotedFact[] {
  const { seconds } = preview
  const takes = {
    label: t('words.takes'),
    value: takesWords(seconds),
    note:
      action.kind === 'delete' && preview.way.kind === 'single' && !preview.way.lacking
        ? t('counts.requests', { count: preview.requests })
        : requestWords(preview),
  }
  const gone =
    preview.gone > 0
      ? [
          {
            label: t('contacts.bulkWords.gone'),
            value: formatNumber(preview.gone),
            note: t('contacts.bulkWords.goneNote'),
          },
        ]
      : []
  if (action.kind === 'delete') return [...deletionFacts(preview, reach), ...gone, takes]
  return [...subscriptionFacts(action, preview), ...gone, takes]
}

function deletionFacts({ willChange, unsubscribed }: BulkPreview, reach: BulkReach | null): NotedFact[] {
  return [
    {
      label: t('contacts.confirmFacts.deleted'),
      value: formatNumber(willChange),
      note: t('contacts.confirmFacts.withTheirData'),
    },
    reachFact(reach),
    ...(unsubscribed > 0
      ? [
          {
            label: t('words.unsubscribed'),
            value: formatNumber(unsubscribed),
            note: t('contacts.confirmFacts.theServiceForgets'),
          },
        ]
      : []),
  ]
}

function reachFact(reach: BulkReach | null): NotedFact {
  const label = t('contacts.confirmFacts.alsoIn')
  if (reach === null) return { label, value: t('words.counting') }
  const { segments, drafts } = reach
  const [draft] = drafts
  return {
    label,
    value: t('contacts.confirmFacts.segmentsAndDrafts', { segments, drafts: drafts.length }),
    ...(draft && {
      note: t('contacts.confirmFacts.draftFromTo', {
        name: draft.name,
        people: draft.people,
        without: draft.without,
        more: drafts.length - 1,
      }),
    }),
  }
}

function subscriptionFacts(action: BulkAction, { willChange, alreadySo }: BulkPreview): NotedFact[] {
  const on = action.kind === 'subscribe'
  return [
    {
      label: on ? t('words.subscribed') : t('words.unsubscribed'),
      value: formatNumber(willChange),
      note: on ? t('contacts.confirmFacts.whoHadUnsubscribed') : t('contacts.confirmFacts.getNoMarketing'),
    },
    ...(alreadySo > 0
      ? [
          {
            label: t('contacts.confirmFacts.already'),
            value: formatNumber(alreadySo),
            note: t('contacts.confirmFacts.staySo'),
          },
        ]
      : []),
    {
      label: t('words.undo'),
      value: t('words.inActivity'),
      note: t('contacts.confirmFacts.workflowsGoOn'),
    },
  ]
}
