import { statements } from '../store/statements'
import { domainOf } from '../../src-shared/address/parts'
import { ServiceFailure } from '../http/failure'
import { plain } from '../http/deployed/refusals'
import type { MailQueue } from '../mail/message'
import type { ServiceContext } from '../service-context'
import { campaignQueueing } from '../store/campaign-queueing'
import type { CampaignFields, CampaignRow } from '../store/campaigns'
import type { SegmentService } from '../audience/segment-service'
import type { CampaignSending } from './campaigns'
import { testContent } from './content'

interface Cancelled {
  row: CampaignRow
  /** Whether it becomes a draft again when its messages are taken back. */
  revertPending: boolean
}

/** What can be done with campaigns, by the rules of deployed services (deployed.md section 5). */
export type DeployedCampaigns = ReturnType<typeof createDeployedCampaigns>

/**
 * The campaigns of a service that goes by those rules.
 * In one piece: each change is a transaction, and they are told together.
 */
export function createDeployedCampaigns(
  { db, store, clock }: ServiceContext,
  mail: MailQueue,
  sending: CampaignSending,
  { matches }: SegmentService,
) {
  const { campaigns, domains } = store
  const queueing = campaignQueueing(db)

  async function existing(seq: number): Promise<CampaignRow> {
    const row = await campaigns.get(seq)
    if (!row) throw new Error('The campaign is not there.')
    return row
  }
  /** @throws ServiceFailure plain 400 where its segment, or one that its condition asks for, is gone */
  async function countOf(fields: CampaignFields): Promise<number> {
    try {
      return await matches.count(await sending.whoGets(fields))
    } catch (error) {
      if (error instanceof ServiceFailure) throw plain(400, error.message)
      throw error
    }
  }
  async function counted(seq: number): Promise<CampaignRow> {
    await campaigns.setTotal({ seq, total: await countOf(await existing(seq)) })
    return existing(seq)
  }

  const create = statements(db).whole(async (fields: CampaignFields) =>
    counted((await campaigns.create(fields, clock.now())).seq),
  )
  const change = statements(db).whole(async (row: CampaignRow, fields: CampaignFields) => {
    await campaigns.change(row, { ...fields, scheduledFor: row.scheduledFor }, clock.now())
    return row.status === 'DRAFT' ? await counted(row.seq) : await existing(row.seq)
  })

  const send = statements(db).whole(async (row: CampaignRow, at: number | null) => {
    if (row.status !== 'DRAFT' && row.status !== 'SCHEDULED') {
      throw plain(400, 'Campaign has already been sent or is being sent')
    }
    if (at !== null && at <= clock.now()) throw plain(400, 'Scheduled time must be in the future')
    const recipients = await countOf(row)
    if (recipients === 0) throw plain(400, 'Campaign has no recipients')
    if (at === null) await sending.begin(row)
    else await queueing.schedule({ campaign: row.seq, at, total: recipients, now: clock.now() })
  })

  const cancel = statements(db).whole(async (row: CampaignRow): Promise<boolean> => {
    if (!['SCHEDULED', 'SENDING', 'CANCELLED'].includes(row.status)) {
      throw plain(400, 'Can only cancel scheduled or sending campaigns')
    }
    if (row.status !== 'CANCELLED') {
      await campaigns.cancel({ seq: row.seq, reason: null, now: clock.now() })
      await sending.takeBack(row.seq)
    }
    const { gone, queued } = await queueing.messages(row.seq)
    if (gone > 0) return false
    if (queued > 0) await queueing.willRevert(row.seq)
    else if (row.status !== 'CANCELLED') await queueing.revert(row.seq, clock.now())
    return queued > 0
  })

  /** Whether somebody is of the project: whoever has an address at one of its verified domains. */
  async function isMember(address: string): Promise<boolean> {
    const domain = domainOf(address)
    const { rows } = await domains.list({ limit: Number.MAX_SAFE_INTEGER - 1 })
    return rows.some((row) => row.verified && row.domain === domain)
  }

  return {
    create,
    change,
    /** `at`: milliseconds since 1970; null sends now. @throws ServiceFailure plain 400 by its state, or without anybody */
    async send(row: CampaignRow, at: number | null): Promise<CampaignRow> {
      await send(row, at)
      sending.wake()
      return existing(row.seq)
    },
    /** @throws ServiceFailure plain 400 by its state */
    async cancel(row: CampaignRow): Promise<Cancelled> {
      const revertPending = await cancel(row)
      sending.wake()
      return { row: await existing(row.seq), revertPending }
    },
    /** Queues a test to a member of the project. @throws ServiceFailure plain 403 for anybody else */
    async test(row: CampaignRow, address: string): Promise<void> {
      if (!(await isMember(address))) throw plain(403, 'Test emails can only be sent to project members')
      const contact = await store.contacts.find(address)
      const content = { ...testContent(row), subject: `[TEST] ${row.subject}` }
      await mail.enqueue(content, [{ contact: contact?.seq ?? null, address, name: null }])
    },
    duplicate: (row: CampaignRow) => create({ ...row, name: `${row.name} (Copy)` }),
  }
}
