import type {
  CreateCampaignRequest,
  SendCampaignRequest,
  UpdateCampaignRequest,
} from '../../src-shared/interface/campaign'
import { ServiceFailure } from '../http/failure'
import type { CampaignProgress, MailQueue } from '../mail/message'
import { requireVerifiedSender } from '../mail/sender'
import type { Background, ServiceContext } from '../service-context'
import { campaignQueueing } from '../store/campaign-queueing'
import { campaignRecipients } from '../store/campaign-recipients'
import type { CampaignRow } from '../store/campaigns'
import type { ContactCondition } from '../mail/message'
import { type CampaignAudience, type Segmentation, whoGets } from './audience'
import { batchDelivery } from './batch-delivery'
import { testContent } from './content'
import { campaignDelivery } from './delivery'
import { changedFields, newFields } from './fields'
import { refusal } from './refusal'
import { campaignSchedule } from './schedule'
import { requireState } from './states'

/** What campaigns need of other parts of the service. */
interface CampaignNeeds {
  mail: MailQueue
  progress: CampaignProgress
  segments: Segmentation
}

/** What can be done with campaigns. Numbers are those of campaigns that are there. */
export interface CampaignService extends Background {
  sending: CampaignSending
  create(request: CreateCampaignRequest): CampaignRow
  /** @throws ServiceFailure CONFLICT by its state; VALIDATION_ERROR when the result is not a campaign. */
  change(seq: number, request: UpdateCampaignRequest): CampaignRow
  /**
   * Schedules it, or begins to send it now.
   * @throws ServiceFailure CONFLICT by its state; VALIDATION_ERROR when it cannot be sent, or not then.
   */
  send(seq: number, request: SendCampaignRequest): CampaignRow
  /** Sends nothing more of it. @throws ServiceFailure CONFLICT by its state. */
  cancel(seq: number): CampaignRow
  /** Queues a test message, in any state. Returns its number. @throws ServiceFailure VALIDATION_ERROR by its sender. */
  test(seq: number, address: string): number
}

/** What campaigns are sent with, whatever the rules of who may do what when. Each call joins a transaction. */
export interface CampaignSending {
  /** Who gets it as things are now. @throws ServiceFailure when that cannot be told */
  whoGets(campaign: CampaignAudience): ContactCondition
  /** Makes it SENDING. Returns how many get it. @throws ServiceFailure when what it says can no longer be sent */
  begin(row: CampaignRow): number
  /** Takes back what was not sent of a CANCELLED one. */
  takeBack(seq: number): void
  /** Has campaigns looked at again: something was scheduled, begun or cancelled. */
  wake(): void
}

/**
 * Campaigns: their state machine, their schedule and their way into the mail queue.
 * In one piece: each change is a transaction, and they are told together.
 */
export function createCampaigns(context: ServiceContext, needs: CampaignNeeds): CampaignService {
  const { db, store, clock, report } = context
  const { mail, segments } = needs
  const { findSegment } = segments.audience
  const { campaigns } = store
  const recipients = campaignRecipients(db)
  const parts = { db, campaigns, recipients, mail, progress: needs.progress }
  const delivery =
    context.dialect.rules.campaignAudience === 'by batch'
      ? batchDelivery({
          ...parts,
          queueing: campaignQueueing(db),
          whoGets: (row) => whoGets(row, segments),
          count: (audience) => segments.matches.count(audience),
          now: () => clock.now(),
        })
      : campaignDelivery(parts)
  const schedule = campaignSchedule(
    clock,
    { beginNext, goOn: () => delivery.goOn(), nextDue: () => campaigns.nextDue() },
    report,
  )

  function existing(seq: number): CampaignRow {
    const row = campaigns.get(seq)
    if (!row) throw new Error('The campaign is not there.')
    return row
  }

  /** Begins to send. Returns how many get it. @throws ServiceFailure when what it says can no longer be sent. */
  function begin(row: CampaignRow): number {
    requireVerifiedSender(store.domains, row.from)
    return delivery.begin(row, whoGets(row, segments), clock.now())
  }

  const beginIfDue = db.transaction((seq: number): void => {
    const row = existing(seq)
    if (row.status !== 'SCHEDULED') return
    try {
      begin(row)
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      // Its sender or its segment went in the meantime. Nobody waits for an answer, so the campaign says it.
      campaigns.cancel({ seq, reason: reasonOf(error), now: clock.now() })
    }
  })

  function beginNext(now: number): 'begun' | 'failed' | 'nothing due' {
    const due = campaigns.due(now)
    for (const seq of due) {
      try {
        beginIfDue.immediate(seq)
        return 'begun'
      } catch (error) {
        report('Beginning a scheduled campaign', error)
      }
    }
    return due.length > 0 ? 'failed' : 'nothing due'
  }

  const change = db.transaction((seq: number, request: UpdateCampaignRequest): void => {
    const row = existing(seq)
    requireState(row.status, 'change')
    const now = clock.now()
    const scheduledFor = movedStart(row, request.scheduledFor, now)
    const fields = changedFields(row, request, findSegment)
    // That it names an audience is asked of the result.
    whoGets(fields, segments)
    if (row.status === 'SCHEDULED' && fields.from !== row.from) {
      requireVerifiedSender(store.domains, fields.from)
    }
    campaigns.change(row, { ...fields, scheduledFor }, now)
  })

  const send = db.transaction((seq: number, { scheduledFor }: SendCampaignRequest): void => {
    const row = existing(seq)
    requireState(row.status, 'send')
    if (scheduledFor == null) {
      if (begin(row) === 0) throw refusal('audienceType', 'Nobody is in the audience of this campaign.')
      return
    }
    const now = clock.now()
    const at = futureInstant(scheduledFor, now)
    requireVerifiedSender(store.domains, row.from)
    // Who fits is found out when it starts; that it can be found out, now.
    whoGets(row, segments)
    campaigns.schedule({ seq, at, now })
  })

  const cancel = db.transaction((seq: number): void => {
    requireState(existing(seq).status, 'cancel')
    campaigns.cancel({ seq, reason: null, now: clock.now() })
    delivery.takeBack(seq)
  })

  return {
    sending: {
      whoGets: (campaign) => whoGets(campaign, segments),
      begin,
      takeBack: (seq) => delivery.takeBack(seq),
      wake: () => schedule.wake(),
    },
    create(request) {
      const fields = newFields(request, findSegment)
      whoGets(fields, segments)
      return campaigns.create(fields, clock.now())
    },
    change(seq, request) {
      change.immediate(seq, request)
      schedule.wake()
      return existing(seq)
    },
    send(seq, request) {
      send.immediate(seq, request)
      schedule.wake()
      return existing(seq)
    },
    cancel(seq) {
      cancel.immediate(seq)
      schedule.wake()
      return existing(seq)
    },
    test(seq, address) {
      const row = existing(seq)
      requireVerifiedSender(store.domains, row.from)
      const contact = store.contacts.find(address)
      const recipient = { contact: contact?.seq ?? null, address, name: null }
      const [message] = mail.enqueue(testContent(row), [recipient])
      if (message === undefined) throw new Error('The test message was not queued.')
      return message
    },
    start: () => schedule.start(),
    stop: () => schedule.stop(),
  }
}

/** When a campaign starts after a change. Only a SCHEDULED one has a start, and keeps one: cancel takes it back. */
function movedStart(row: CampaignRow, said: string | null | undefined, now: number): number | null {
  if (said === undefined) return row.scheduledFor
  const at = said === null ? null : Date.parse(said)
  if (at === row.scheduledFor) return at
  if (row.status !== 'SCHEDULED') throw refusal('scheduledFor', 'A draft is scheduled by sending it.')
  if (said === null) throw refusal('scheduledFor', 'A scheduled campaign has a start. Cancel it to stop it.')
  return futureInstant(said, now)
}

// A time that has passed is taken for a slip (of the year, of the offset): to send at once is a call of its own.
function futureInstant(text: string, now: number): number {
  const at = Date.parse(text)
  if (at > now) return at
  throw refusal('scheduledFor', 'Must be in the future.')
}

function reasonOf({ message, details }: ServiceFailure): string {
  return details.errors?.map((fault) => fault.message).join(' ') ?? message
}
