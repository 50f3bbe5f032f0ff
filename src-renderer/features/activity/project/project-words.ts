import type { ProjectActivityKind, ProjectActivityRow } from '../../../../src-shared/bridge/project-activity'
import { formatCount } from '../../../format'

const words: Record<string, string> = {
  'email.sent': 'Mail sent',
  'email.delivered': 'Mail delivered',
  'email.received': 'Mail received',
  'email.opened': 'Mail opened',
  'email.clicked': 'Link clicked',
  'email.bounced': 'Mail bounced',
  'email.complaint': 'Complaint',
  'event.triggered': 'Event',
  'workflow.started': 'Workflow started',
  'workflow.completed': 'Workflow completed',
  'campaign.scheduled': 'Campaign',
  'workflow.email.scheduled': 'Workflow mail',
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
  return email ?? (amount === null ? '' : formatCount(amount, 'person', 'people'))
}

/** What the list can be narrowed to; `any` narrows nothing. */
export type ProjectKindChoice = ProjectActivityKind | 'any'

/** The kinds a person can filter by. */
export const projectKindOptions: { value: ProjectKindChoice; label: string }[] = [
  { value: 'any', label: 'Everything' },
  { value: 'mail', label: 'Mails' },
  { value: 'event', label: 'Events' },
  { value: 'workflow', label: 'Workflows' },
]
