import { statements } from '../store/statements'
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
  create(request: CreateCampaignRequest): Promise<CampaignRow>
  /** @throws ServiceFailure CONFLICT by its state; VALIDATION_ERROR when the result is not a campaign. */
  change(seq: number, request: UpdateCampaignRequest): Promise<CampaignRow>
  /**
   * Schedules it, or begins to send it now.
   * @throws ServiceFailure CONFLICT by its state; VALIDATION_ERROR when it cannot be sent, or not then.
   */
  send(seq: number, request: SendCampaignRequest): Promise<CampaignRow>
  /** Sends nothing more of it. @throws ServiceFailure CONFLICT by its state. */
  cancel(seq: number): Promise<CampaignRow>
  /** Queues a test message, in any state. Returns its number. @throws ServiceFailure VALIDATION_ERROR by its sender. */
  test(seq: number, address: string): Promise<number>
}

/** What campaigns are sent with, whatever the rules of who may do what when. Each call joins a transaction. */
export interface CampaignSending {
  /** Who gets it as things are now. @throws ServiceFailure when that cannot be told */
  whoGets(campaign: CampaignAudience): Promise<ContactCondition>
  /** Makes it SENDING. Returns how many get it. @throws ServiceFailure when what it says can no longer be sent */
  begin(row: CampaignRow): Promise<number>
  /** Takes back what was not sent of a CANCELLED one. */
  takeBack(seq: number): Promise<void>
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

  async function existing(seq: number): Promise<CampaignRow> {
    const row = await campaigns.get(seq)
    if (!row) throw new Error('The campaign is not there.')
    return row
  }

  /** Begins to send. Returns how many get it. @throws ServiceFailure when what it says can no longer be sent. */
  async function begin(row: CampaignRow): Promise<number> {
    await requireVerifiedSender(store.domains, row.from)
    return delivery.begin(row, await whoGets(row, segments), clock.now())
  }

  const beginIfDue = statements(db).whole(async (seq: number): Promise<void> => {
    const row = await campaigns.takeScheduled(seq)
    if (!row) return
    try {
      await begin(row)
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error
      // Its sender or its segment went in the meantime. Nobody waits for an answer, so the campaign says it.
      await campaigns.cancel({ seq, reason: reasonOf(error), now: clock.now() })
    }
  })

  async function beginNext(now: number): Promise<'begun' | 'failed' | 'nothing due'> {
    const due = await campaigns.due(now)
    for (const seq of due) {
      try {
        await beginIfDue(seq)
        return 'begun'
      } catch (error) {
        report('Beginning a scheduled campaign', error)
      }
    }
    return due.length > 0 ? 'failed' : 'nothing due'
  }

  const change = statements(db).whole(async (seq: number, request: UpdateCampaignRequest): Promise<void> => {
    const row = await existing(seq)
    requireState(row.status, 'change')
    const now = clock.now()
    const scheduledFor = movedStart(row, request.scheduledFor, now)
    const fields = await changedFields(row, request, findSegment)
    // That it names an audience is asked of the result.
    await whoGets(fields, segments)
    if (row.status === 'SCHEDULED' && fields.from !== row.from) {
      await requireVerifiedSender(store.domains, fields.from)
    }
    await campaigns.change(row, { ...fields, scheduledFor }, now)
  })

  const send = statements(db).whole(
    async (seq: number, { scheduledFor }: SendCampaignRequest): Promise<void> => {
      const row = await existing(seq)
      requireState(row.status, 'send')
      if (scheduledFor == null) {
        if ((await begin(row)) === 0)
          throw refusal('audienceType', 'Nobody is in the audience of this campaign.')
        return
      }
      const now = clock.now()
      const at = futureInstant(scheduledFor, now)
      await requireVerifiedSender(store.domains, row.from)
      // Who fits is found out when it starts; that it can be found out, now.
      await whoGets(row, segments)
      await campaigns.schedule({ seq, at, now })
    },
  )

  const cancel = statements(db).whole(async (seq: number): Promise<void> => {
    requireState((await existing(seq)).status, 'cancel')
    await campaigns.cancel({ seq, reason: null, now: clock.now() })
    await delivery.takeBack(seq)
  })

  // Within a transaction nobody else sees yet what there is to do.
  const wake = (): void => db.afterwards(() => schedule.wake())
  db.onElsewhere(['campaign', 'campaign_recipient', 'message'], () => schedule.wake())

  return {
    sending: {
      whoGets: (campaign) => whoGets(campaign, segments),
      begin,
      takeBack: (seq) => delivery.takeBack(seq),
      wake,
    },
    create: statements(db).whole(async (request: CreateCampaignRequest) => {
      const fields = await newFields(request, findSegment)
      await whoGets(fields, segments)
      return campaigns.create(fields, clock.now())
    }),
    async change(seq, request) {
      await change(seq, request)
      wake()
      return existing(seq)
    },
    async send(seq, request) {
      await send(seq, request)
      wake()
      return existing(seq)
    },
    async cancel(seq) {
      await cancel(seq)
      wake()
      return existing(seq)
    },
    async test(seq, address) {
      const row = await existing(seq)
      await requireVerifiedSender(store.domains, row.from)
      const contact = await store.contacts.find(address)
      const recipient = { contact: contact?.seq ?? null, address, name: null }
      const [message] = await mail.enqueue(testContent(row), [recipient])
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
