import { t } from '../../../src-shared/messages/message'
import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import type { Check, Mail } from '../../../src-shared/bridge/review'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'

const types: Record<string, string> = {
  TRANSACTIONAL: t('words.transactional'),
  MARKETING: t('words.marketing'),
}

/** What a template is for, as it is said. What is not known is said as the service says it. */
export function typeWord(type: string): string {
  return types[type] ?? type
}

/** The types that a list can be narrowed to. */
export const typeFilters: readonly { value: string; label: string }[] = [
  { value: '', label: t('templates.templateWords.anyType') },
  { value: 'TRANSACTIONAL', label: t('words.transactional') },
  { value: 'MARKETING', label: t('words.marketing') },
]

/** The types that a template can be given. */
export const typeOptions = [
  { value: 'TRANSACTIONAL', label: t('words.transactional') },
  { value: 'MARKETING', label: t('words.marketing') },
] as const

/** What uses a template, in words: "2 campaigns and 1 workflow"; "Nothing" where nothing does. */
export function usesWords(usedBy: readonly Pick<UsedBy, 'kind'>[]): string {
  const counted = (kind: UsedBy['kind']) => usedBy.filter((use) => use.kind === kind).length
  const [campaigns, workflows] = [counted('campaign'), counted('workflow')]
  if (campaigns > 0 && workflows > 0)
    return t('templates.templateWords.campaignsAndWorkflows', { campaigns, workflows })
  if (campaigns > 0) return t('counts.campaigns', { count: campaigns })
  return workflows > 0 ? t('counts.workflows', { count: workflows }) : t('words.nothing')
}

/** What is not known of where a template is used; empty where all is. */
export function notReadWords({ workflowsNotRead: count }: Pick<TemplateDetail, 'workflowsNotRead'>): string {
  if (count === 0) return ''
  return t('templates.templateWords.theStepsOfWorkflows', { count })
}

/** A check as told of a template: a variable that nobody has is no error where mails bring values of their own. */
export function asOfTemplate(check: Check, type: Mail['type']): Check {
  if (type !== 'TRANSACTIONAL' || check.rule !== 'unknownVariable' || check.outcome !== 'error') return check
  return {
    ...check,
    outcome: 'note',
    sentence: t('templates.templateWords.sentenceATransactionalMail', { sentence: check.sentence }),
  }
}
