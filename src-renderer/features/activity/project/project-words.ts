import { t } from '../../../../src-shared/messages/message'
import type { ProjectActivityKind, ProjectActivityRow } from '../../../../src-shared/bridge/project-activity'

const words: Record<string, string> = {
  'email.sent': t('activity.projectWords.mailSent'),
  'email.delivered': t('activity.projectWords.mailDelivered'),
  'email.received': t('activity.projectWords.mailReceived'),
  'email.opened': t('activity.projectWords.mailOpened'),
  'email.clicked': t('activity.projectWords.linkClicked'),
  'email.bounced': t('activity.projectWords.mailBounced'),
  'email.complaint': t('activity.projectWords.complaint'),
  'event.triggered': t('words.event'),
  'workflow.started': t('activity.projectWords.workflowStarted'),
  'workflow.completed': t('activity.projectWords.workflowCompleted'),
  'campaign.scheduled': t('words.campaign'),
  'workflow.email.scheduled': t('activity.projectWords.workflowMail'),
}

/** What went on, or will, in words; a word that is not known is shown as the service has it. */
export function typeWords(type: string): string {
  return words[type] ?? type
}

/** Whether something is bad news. */
export function isBad(type: string): boolean {
  return type === 'email.bounced' || type === 'email.complaint'
}

/** Whom something is sent to: "1,204 people", or an address; '' where the service does not say. */
export function toWhom({ amount, email }: Pick<ProjectActivityRow, 'amount' | 'email'>): string {
  return email ?? (amount === null ? '' : t('counts.people', { count: amount }))
}

/** What the list can be narrowed to; `any` narrows nothing. */
export type ProjectKindChoice = ProjectActivityKind | 'any'

/** The kinds a person can filter by. */
export const projectKindOptions: { value: ProjectKindChoice; label: string }[] = [
  { value: 'any', label: t('words.everything') },
  { value: 'mail', label: t('activity.projectWords.mails') },
  { value: 'event', label: t('words.events') },
  { value: 'workflow', label: t('words.workflows') },
]
