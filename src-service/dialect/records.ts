import type { ContactRow } from '../store/contact-row'
import type { DomainRow } from '../store/domains'
import type { EventRow } from '../store/events'
import type { Ids } from './ids'
import { isoTime } from './iso-time'
import type { SegmentRow } from '../store/segments'
import type { TemplateRow } from '../store/templates'
import { campaignCountFields } from '../../src-shared/interface/campaign'
import type { CampaignRow } from '../store/campaigns'
import type { ExecutionRow } from '../store/executions'
import type { StepRow } from '../store/workflow-steps'
import type { WorkflowRow } from '../store/workflows'

/** A contact as JSON text (interface.md section 2). Its `data` is text already and is passed on unread. */
export function contactJson(row: ContactRow, ids: Ids, meta?: { isNew: boolean }): string {
  const more = meta ? `,"_meta":{"isNew":${meta.isNew},"isUpdate":${!meta.isNew}}` : ''
  return (
    `{"id":"${ids.encode('contact', row.seq)}","email":${JSON.stringify(row.email)},` +
    `"subscribed":${row.subscribed},"data":${row.data},` +
    `"createdAt":"${isoTime(row.createdAt)}","updatedAt":"${isoTime(row.updatedAt)}"${more}}`
  )
}

/** An event as JSON text (wire.md, "Records"); what it does not have is left out. */
export function eventJson(row: EventRow, ids: Ids): string {
  const contact = row.contact === 0 ? '' : `"contactId":"${ids.encode('contact', row.contact)}",`
  const email = row.email === null ? '' : `"emailId":"${ids.encode('email', row.email)}",`
  const data = row.data === null ? '' : `"data":${row.data},`
  return (
    `{"id":"${ids.encode('event', row.seq)}","name":${JSON.stringify(row.name)},` +
    `${contact}${email}${data}` +
    `"createdAt":"${isoTime(row.createdAt)}"}`
  )
}

/** A sending domain as JSON text (wire.md, "Records"). */
export function domainJson(row: DomainRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('domain', row.seq),
    domain: row.domain,
    verified: row.verified,
    dkimTokens: row.dkimTokens,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  })
}

/** A segment as JSON text (wire.md, "Records"); what it does not have is left out, its condition is as it was sent. */
export function segmentJson(row: SegmentRow, memberCount: number, ids: Ids): string {
  const { seq, name, description, type, condition, trackMembership, createdAt, updatedAt } = row
  const before = { id: ids.encode('segment', seq), name, description: description ?? undefined, type }
  const after = {
    trackMembership,
    memberCount,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
  const between = condition === null ? '' : `"condition":${condition},`
  return `${JSON.stringify(before).slice(0, -1)},${between}${JSON.stringify(after).slice(1)}`
}

/** A template as JSON text (interface.md section 2; wire.md, "Records"). What it does not have is left out. */
export function templateJson(row: TemplateRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('template', row.seq),
    name: row.name,
    description: row.description ?? undefined,
    subject: row.subject,
    body: row.body,
    type: row.type,
    from: row.fromAddress ?? undefined,
    fromName: row.fromName ?? undefined,
    replyTo: row.replyTo ?? undefined,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  })
}

const time = (ms: number | null): string | undefined => (ms === null ? undefined : isoTime(ms))

/** A campaign as JSON text (wire.md, "Records"); what it does not have is left out. */
export function campaignJson(row: CampaignRow, ids: Ids): string {
  const condition: unknown = row.audienceCondition === null ? undefined : JSON.parse(row.audienceCondition)
  return JSON.stringify({
    id: ids.encode('campaign', row.seq),
    name: row.name,
    description: row.description ?? undefined,
    subject: row.subject,
    body: row.body,
    from: row.from,
    fromName: row.fromName ?? undefined,
    replyTo: row.replyTo ?? undefined,
    type: row.type,
    status: row.status,
    audienceType: row.audienceType,
    audienceCondition: condition,
    segmentId: row.segment === null ? undefined : ids.encode('segment', row.segment),
    scheduledFor: time(row.scheduledFor),
    cancelReason: row.cancelReason ?? undefined,
    ...countsOf(row),
    sentAt: time(row.sentAt),
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
  })
}

/** The statistics of a campaign as JSON text: its counts, and shares of what was delivered. */
export function campaignStatsJson(row: CampaignRow): string {
  // Bounced mail was not delivered, so there can be more of it: wire.md keeps every share within 0 and 1.
  const share = (count: number): number =>
    row.deliveredCount === 0 ? 0 : Math.min(1, count / row.deliveredCount)
  return JSON.stringify({
    ...countsOf(row),
    openRate: share(row.openedCount),
    clickRate: share(row.clickedCount),
    bounceRate: share(row.bouncedCount),
  })
}

function countsOf(row: CampaignRow): Record<string, number> {
  return Object.fromEntries(campaignCountFields.map((field) => [field, row[field]]))
}

/** A workflow as JSON text (wire.md, "Records"); with its steps where they are asked for. */
export function workflowJson(row: WorkflowRow, ids: Ids, steps?: readonly StepRow[]): string {
  return JSON.stringify({
    id: ids.encode('workflow', row.seq),
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    enabled: row.enabled,
    triggerType: 'EVENT',
    triggerConfig: { eventName: row.eventName },
    allowReentry: row.allowReentry,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(steps && { steps: steps.map((step) => stepOf(step, ids)) }),
  })
}

function stepOf({ seq, type, name, position, config, template, transitions }: StepRow, ids: Ids) {
  return {
    id: ids.encode('step', seq),
    type,
    name,
    // Text that the service stored itself.
    position: JSON.parse(position),
    config: JSON.parse(config),
    ...(template !== null && { templateId: ids.encode('template', template) }),
    outgoingTransitions: transitions.map(({ to, branch }) => ({
      toStepId: ids.encode('step', to),
      ...(branch !== null && { condition: { branch } }),
    })),
  }
}

/** An execution as JSON text (wire.md, "Records"); what it does not have is left out. */
export function executionJson(row: ExecutionRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('execution', row.seq),
    workflowId: ids.encode('workflow', row.workflow),
    contactId: ids.encode('contact', row.contact),
    status: row.status,
    ...(row.step !== null && { currentStepId: ids.encode('step', row.step) }),
    ...(row.exitReason !== null && { exitReason: row.exitReason }),
    startedAt: isoTime(row.startedAt),
    ...(row.completedAt !== null && { completedAt: isoTime(row.completedAt) }),
  })
}
