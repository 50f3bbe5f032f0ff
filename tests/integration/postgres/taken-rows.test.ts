import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignQueueing } from '../../../src-service/store/campaign-queueing'
import { campaignRecipients } from '../../../src-service/store/campaign-recipients'
import { campaignStore } from '../../../src-service/store/campaigns'
import { domainCheckStore } from '../../../src-service/store/domain-checks'
import { executionStore } from '../../../src-service/store/executions'
import { jobStore } from '../../../src-service/store/jobs'
import { beSender } from '../../../src-service/store/postgres/working-locks'
import { segmentSweeps } from '../../../src-service/store/segment-sweeps'
import type { ServiceDatabase } from '../../../src-service/store/statements'
import { webhookClaims } from '../../../src-service/store/webhook-claims'
import { workflowFeed } from '../../../src-service/store/workflow-feed'
import { workflowSweep } from '../../../src-service/store/workflow-sweep'
import { storedIn } from '../../fixtures/stored'
import { connectPast, openForTest } from './opened-project'

const campaign = (status: string, more = '', values = ''): string =>
  `INSERT INTO campaign (name, subject, body, from_address, type, status, audience_type, created_at, updated_at${more})
   VALUES ('n', 's', 'b', 'f', 'MARKETING', '${status}', 'ALL', 1, 1${values})`
const waiting = (at: number): string =>
  `INSERT INTO message (content, campaign, subscribed, address, token, due_at, created_at)
   SELECT 1, max(seq), 1, 'a@x.example', 'token-${at}-' || current_setting('service.project'), 1, 1 FROM campaign`
const execution = (status: string): string =>
  `INSERT INTO execution (workflow, contact, status, wake_at, started_at) VALUES (7, 1, '${status}', 1, 1)`
const workflow = `INSERT INTO workflow (name, event_name, removed, created_at, updated_at) VALUES ('w', 'e', 1, 1, 1)`
const step = `INSERT INTO workflow_step (workflow, type, name, position, config, removed) VALUES (7, 'EXIT', 's', '{}', '{}', 1)`

/** What is done by itself: two rows of it, the table that whoever takes one locks, and how it is taken. */
interface Work {
  what: string
  made: readonly string[]
  table: string
  take(db: ServiceDatabase): Promise<unknown>
}

const works: readonly Work[] = [
  {
    what: 'a job',
    made: ['completed', 'waiting', 'active'].map(
      (state) =>
        `INSERT INTO job (kind, state, request, counts, created_at) VALUES ('bulk', '${state}', '{}', '{}', 1)`,
    ),
    table: "job WHERE state <> 'completed'",
    take: async (db) => (await jobStore(db).take())?.seq,
  },
  {
    what: 'a campaign that goes into the queue',
    made: [
      campaign('SENDING'),
      `INSERT INTO campaign_recipient (campaign, contact) SELECT max(seq), 1 FROM campaign`,
      campaign('SENDING'),
      `INSERT INTO campaign_recipient (campaign, contact) SELECT max(seq), 1 FROM campaign`,
    ],
    table: 'campaign',
    take: (db) => campaignRecipients(db).takeCampaign(),
  },
  {
    what: 'a campaign that goes into the queue by batches',
    made: Array.from({ length: 2 }, () => campaign('SENDING', ', queued_after', ', 0')),
    table: 'campaign',
    take: async (db) => (await campaignQueueing(db).takeNext())?.campaign,
  },
  {
    what: 'a campaign that becomes a draft again',
    made: Array.from({ length: 2 }, () => campaign('CANCELLED', ', reverts', ', 1')),
    table: 'campaign',
    take: (db) => campaignQueueing(db).takeReverting(),
  },
  {
    what: 'a campaign that is taken back',
    made: [campaign('CANCELLED'), waiting(0), campaign('CANCELLED'), waiting(1)],
    table: 'campaign',
    take: (db) => campaignStore(db).takeCancelled(),
  },
  {
    what: 'an execution whose time has come',
    made: [execution('WAITING'), execution('WAITING')],
    table: 'execution',
    take: async (db) => (await executionStore(db).takeDue(7, 5, 1))[0]?.seq,
  },
  {
    what: 'an execution at a webhook',
    made: [execution('RUNNING'), execution('RUNNING')],
    table: 'execution',
    take: async (db) => (await executionStore(db).takeCalls(7, 5, 1))[0]?.seq,
  },
  {
    what: 'a workflow that was removed',
    made: [workflow, workflow],
    table: 'workflow',
    take: (db) => workflowSweep(db).takeWorkflow(),
  },
  {
    what: 'a step that was removed',
    made: [step, step],
    table: 'workflow_step',
    take: (db) => workflowSweep(db).takeStep(),
  },
  {
    what: 'a contact that tracked segments must look at',
    made: ['INSERT INTO segment_pending (contact) VALUES (1), (2)'],
    table: 'segment_pending',
    take: async (db) => (await segmentSweeps(db).takePending(1))[0],
  },
  {
    what: 'a segment whose members are gone through',
    made: [
      'INSERT INTO segment_sweep (segment, after, silent_from, silent_to) VALUES (1, 0, 0, 0), (2, 0, 0, 0)',
    ],
    table: 'segment_sweep',
    take: async (db) => (await segmentSweeps(db).takeNext())?.segment,
  },
  {
    what: 'a domain that is looked at',
    made: [1, 2]
      .map(
        (at) =>
          `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('d${at}.example', 0, '[]', 1, 1)`,
      )
      .concat('INSERT INTO domain_check (domain, due_at) SELECT seq, seq FROM domain'),
    table: 'domain_check',
    take: async (db) => (await domainCheckStore(db).take(Number.MAX_SAFE_INTEGER, 9, 1))[0]?.seq,
  },
]

describe('the work of a project that lies in rows', () => {
  let folder: string
  let db: ServiceDatabase
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-taken-'))
    db = (await openForTest(folder)).database()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Another process, which asks the database past the service. */
  const connect = () => connectPast(folder)

  class TakenBack extends Error {}
  /** What is taken now; it is put back. */
  async function taken(take: Work['take']): Promise<unknown> {
    let found: unknown
    const work = async (): Promise<void> => {
      found = await take(db)
      throw new TakenBack()
    }
    await db.transaction(work).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
    return found ?? null
  }

  it.each(works)('$what is taken by one: others pass over it', async ({ made, table, take }) => {
    const other = await connect()
    for (const text of made) await other.query(text)
    const first = await taken(take)
    expect(first).not.toBeNull()
    await other.query('BEGIN')
    const { rows } = await other.query(`SELECT * FROM ${table} FOR UPDATE`)
    expect(await taken(take)).toBeNull()
    await other.query('ROLLBACK')
    await other.query('BEGIN')
    const [key = ''] = ['segment', 'contact', 'domain', 'seq'].filter(
      (name) => name in rows[0] && (name === 'seq' || !('seq' in rows[0])),
    )
    const of = table.includes('WHERE') ? `${table} AND` : `${table} WHERE`
    await other.query(`SELECT * FROM ${of} ${key} = $1 FOR UPDATE`, [first])
    const second = await taken(take)
    expect(second).not.toBeNull()
    expect(second).not.toBe(first)
    await other.query('ROLLBACK')
    expect(await taken(take)).toBe(first)
  })

  it('has its events read by one at a time', async () => {
    const feed = workflowFeed(db)
    await feed.begin()
    const other = await connect()
    await other.query('BEGIN')
    await other.query('SELECT 1 FROM workflow_bookmark FOR UPDATE')
    expect(await taken(() => feed.takeBookmark())).toBeNull()
    await other.query('ROLLBACK')
    expect(await taken(() => feed.takeBookmark())).toBe(0)
  })

  it('begins a scheduled campaign once', async () => {
    const other = await connect()
    await other.query(campaign('SCHEDULED', ', scheduled_for', ', 1'))
    const [seq = 0] = await storedIn(db).values<number>('SELECT seq FROM campaign')
    await other.query('BEGIN')
    await other.query('SELECT 1 FROM campaign FOR UPDATE')
    const begin = async () => (await campaignStore(db).takeScheduled(seq))?.status
    expect(await taken(begin)).toBeNull()
    await other.query('ROLLBACK')
    expect(await taken(begin)).toBe('SCHEDULED')
    await other.query(`UPDATE campaign SET status = 'CANCELLED'`)
    expect(await taken(begin)).toBeNull()
  })

  it('has a webhook called by the process that claimed it, until it is released, or the process is gone', async () => {
    const [claims, executions] = [webhookClaims(db), executionStore(db)]
    const other = await connect()
    await other.query(execution('RUNNING'))
    await other.query(execution('RUNNING'))
    const due = async (): Promise<number[]> =>
      (await db.transaction(() => executions.takeCalls(7, 5, 9))).map(({ seq }) => seq)
    const [one = 0, two = 0] = await due()
    const process = await connect()
    const [mine, theirs] = [await beSender(await connect()), await beSender(process)]
    await claims.claim(one, mine)
    await claims.claim(two, theirs)
    expect(await due()).toEqual([])
    await claims.releaseInterrupted()
    expect(await due()).toEqual([])
    await claims.release(two, mine)
    expect(await due()).toEqual([])
    await process.query('SELECT pg_advisory_unlock_all()')
    await claims.releaseInterrupted()
    expect(await due()).toEqual([two])
    await claims.claim(two, mine)
    await claims.releaseAllBut(mine, [one])
    expect(await due()).toEqual([two])
    await claims.releaseAllBut(theirs, [])
    await claims.release(one, mine)
    expect(await due()).toEqual([one, two])
  })
})
