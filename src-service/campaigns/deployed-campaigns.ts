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

  function existing(seq: number): CampaignRow {
    const row = campaigns.get(seq)
    if (!row) throw new Error('The campaign is not there.')
    return row
  }
  /** @throws ServiceFailure plain 400 where its segment, or one that its condition asks for, is gone */
  function countOf(fields: CampaignFields): number {
    try {
      return matches.count(sending.whoGets(fields))
    } catch (error) {
      if (error instanceof ServiceFailure) throw plain(400, error.message)
      throw error
    }
  }
  function counted(seq: number): CampaignRow {
    campaigns.setTotal({ seq, total: countOf(existing(seq)) })
    return existing(seq)
  }

  const create = db.transaction((fields: CampaignFields) =>
    counted(campaigns.create(fields, clock.now()).seq),
  )
  const change = db.transaction((row: CampaignRow, fields: CampaignFields) => {
    campaigns.change(row, { ...fields, scheduledFor: row.scheduledFor }, clock.now())
    return row.status === 'DRAFT' ? counted(row.seq) : existing(row.seq)
  })

  const send = db.transaction((row: CampaignRow, at: number | null) => {
    if (row.status !== 'DRAFT' && row.status !== 'SCHEDULED') {
      throw plain(400, 'Campaign has already been sent or is being sent')
    }
    if (at !== null && at <= clock.now()) throw plain(400, 'Scheduled time must be in the future')
    const recipients = countOf(row)
    if (recipients === 0) throw plain(400, 'Campaign has no recipients')
    if (at === null) sending.begin(row)
    else queueing.schedule({ campaign: row.seq, at, total: recipients, now: clock.now() })
  })

  const cancel = db.transaction((row: CampaignRow): boolean => {
    if (!['SCHEDULED', 'SENDING', 'CANCELLED'].includes(row.status)) {
      throw plain(400, 'Can only cancel scheduled or sending campaigns')
    }
    if (row.status !== 'CANCELLED') {
      campaigns.cancel({ seq: row.seq, reason: null, now: clock.now() })
      sending.takeBack(row.seq)
    }
    const { gone, queued } = queueing.messages(row.seq)
    if (gone > 0) return false
    if (queued > 0) queueing.willRevert(row.seq)
    else if (row.status !== 'CANCELLED') queueing.revert(row.seq, clock.now())
    return queued > 0
  })

  /** Whether somebody is of the project: whoever has an address at one of its verified domains. */
  function isMember(address: string): boolean {
    const domain = domainOf(address)
    const { rows } = domains.list({ limit: Number.MAX_SAFE_INTEGER - 1 })
    return rows.some((row) => row.verified && row.domain === domain)
  }

  return {
    create: (fields: CampaignFields) => create.immediate(fields),
    change: (row: CampaignRow, fields: CampaignFields) => change.immediate(row, fields),
    /** `at`: milliseconds since 1970; null sends now. @throws ServiceFailure plain 400 by its state, or without anybody */
    send(row: CampaignRow, at: number | null): CampaignRow {
      send.immediate(row, at)
      sending.wake()
      return existing(row.seq)
    },
    /** @throws ServiceFailure plain 400 by its state */
    cancel(row: CampaignRow): Cancelled {
      const revertPending = cancel.immediate(row)
      sending.wake()
      return { row: existing(row.seq), revertPending }
    },
    /** Queues a test to a member of the project. @throws ServiceFailure plain 403 for anybody else */
    test(row: CampaignRow, address: string): void {
      if (!isMember(address)) throw plain(403, 'Test emails can only be sent to project members')
      const contact = store.contacts.find(address)
      const content = { ...testContent(row), subject: `[TEST] ${row.subject}` }
      mail.enqueue(content, [{ contact: contact?.seq ?? null, address, name: null }])
    },
    duplicate: (row: CampaignRow) => create.immediate({ ...row, name: `${row.name} (Copy)` }),
  }
}
