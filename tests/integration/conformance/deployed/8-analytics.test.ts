import { describe, expect, it } from 'vitest'
import { call, textAt } from '../../deployed/stand-in/calls'
import { becomes, type Subject, subjects } from './subjects'

const minute = 60_000
const day = 24 * 60 * minute

const named = { subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com', audienceType: 'ALL' }
const made = async (service: Subject, name: string) =>
  textAt((await call(service, 'POST /campaigns', { ...named, name })).body, 'data', 'id')
const read = async (service: Subject, path: string) => (await call(service, `GET /${path}`)).body

async function sent(service: Subject, id: string): Promise<void> {
  await call(service, `POST /campaigns/${id}/send`, {})
  await becomes(service, `/campaigns/${id}`, { data: { status: 'SENT' } })
}

describe.each(subjects)('$name', (candidate) => {
  describe('analytics of campaigns (deployed.md section 8)', () => {
    /** Two that went to four people, one of whom opened the one sent first; and one that was not sent. */
    async function filled() {
      const service = await candidate.open()
      await service.seed(4)
      const [second, first] = [await made(service, 'Second'), await made(service, 'First')]
      await made(service, 'Draft')
      await sent(service, first)
      await service.settle('open', 1)
      await service.advance(day)
      await sent(service, second)
      return { service, first, second }
    }

    it('rank those that were sent by how many opened them, in percent', async () => {
      const { service, first, second } = await filled()
      const all = await read(service, 'analytics/top-campaigns')
      expect(all).toEqual([
        {
          ...{ id: first, name: 'First', subject: 'Hi', sentAt: '2026-09-01T12:00:00.000Z' },
          ...{ sentCount: 4, openedCount: 1, clickedCount: 0, openRate: 25, clickRate: 0 },
        },
        expect.objectContaining({ id: second, name: 'Second', sentCount: 4, openRate: 0 }),
      ])
      expect(await read(service, 'analytics/top-campaigns?limit=1')).toMatchObject([{ id: first }])
    })

    it('have no share of nothing: of a campaign of which nobody was sent anything yet', async () => {
      const service = await candidate.open()
      await service.seed(1)
      const id = await made(service, 'Begun')
      expect(await read(service, `campaigns/${id}/stats`)).toMatchObject({
        data: { openRate: 0, clickRate: 0, bounceRate: 0, deliveryRate: 0 },
      })
      await call(service, `POST /campaigns/${id}/send`, {})
      expect(await read(service, 'analytics/top-campaigns')).toMatchObject([
        { id, openRate: 0, clickRate: 0 },
      ])
    })

    it('add up what was sent, and what came of it', async () => {
      const { service } = await filled()
      expect(await read(service, 'analytics/campaign-stats')).toEqual({
        ...{ total: 2, totalSent: 8, totalDelivered: 8, totalOpened: 1, totalClicked: 0, totalBounced: 0 },
      })
    })

    it('are of the days that are asked for', async () => {
      const { service, first, second } = await filled()
      const until = 'endDate=2026-09-01T23:00:00Z'
      expect(await read(service, `analytics/top-campaigns?${until}`)).toMatchObject([{ id: first }])
      expect(await read(service, `analytics/campaign-stats?${until}`)).toMatchObject({
        total: 1,
        totalSent: 4,
      })
      const since = 'startDate=2026-09-02'
      expect(await read(service, `analytics/top-campaigns?${since}`)).toMatchObject([{ id: second }])
      await service.advance(31 * day)
      expect(await read(service, 'analytics/top-campaigns')).toEqual([])
      expect(await read(service, 'analytics/campaign-stats')).toMatchObject({ total: 0, totalSent: 0 })
    })
  })

  describe('analytics of events (deployed.md section 8)', () => {
    it('rank their names by how often each came in the days that are asked for', async () => {
      const service = await candidate.open()
      const track = async (event: string, times: number) => {
        for (let time = 0; time < times; time++)
          await call(service, 'POST /v1/track', { event, email: 'ada@example.com' })
      }
      await track('signup', 3)
      await service.advance(day)
      await track('login', 2)
      expect(await read(service, 'analytics/top-events')).toEqual([
        { name: 'signup', count: 3 },
        { name: 'login', count: 2 },
      ])
      expect(await read(service, 'analytics/top-events?limit=1')).toEqual([{ name: 'signup', count: 3 }])
      expect(await read(service, 'analytics/top-events?startDate=2026-09-02')).toEqual([
        { name: 'login', count: 2 },
      ])
    })
  })

  describe('what will be sent (deployed.md section 8)', () => {
    const scheduled = async (service: Subject, name: string, after: number) => {
      const id = await made(service, name)
      const scheduledFor = new Date(service.now() + after).toISOString()
      await call(service, `POST /campaigns/${id}/send`, { scheduledFor })
      return { id, scheduledFor }
    }

    it('is a list of the scheduled campaigns, the next one first', async () => {
      const service = await candidate.open()
      await service.seed(2)
      const later = await scheduled(service, 'Later', 2 * day)
      const soon = await scheduled(service, 'Soon', day)
      await made(service, 'Draft')
      const metadata = { campaignName: 'Soon', subject: 'Hi', totalRecipients: 2 }
      expect(await read(service, 'activity/upcoming')).toEqual({
        activities: [
          { id: soon.id, type: 'campaign.scheduled', timestamp: soon.scheduledFor, metadata },
          expect.objectContaining({ id: later.id, timestamp: later.scheduledFor }),
        ],
      })
      expect(await read(service, 'activity/upcoming?limit=1')).toMatchObject({
        activities: [{ id: soon.id }],
      })
    })

    it('is of the next thirty days unless said, and of ninety at most', async () => {
      const service = await candidate.open()
      await service.seed(1)
      for (const days of [20, 40, 91]) await scheduled(service, `In ${days} days`, days * day)
      const names = async (query: string) =>
        [...JSON.stringify(await read(service, `activity/upcoming${query}`)).matchAll(/In \d+/g)].join()
      expect(await names('')).toBe('In 20')
      expect(await names('?daysAhead=1')).toBe('')
      expect(await names('?daysAhead=60')).toBe('In 20,In 40')
      expect(await names('?daysAhead=365')).toBe('In 20,In 40')
    })
  })

  describe('what went on, in numbers (deployed.md section 8)', () => {
    it('has no share of nothing, and percents of what was sent', async () => {
      const service = await candidate.open()
      await service.seed(4)
      expect(await read(service, 'activity/stats')).toEqual({
        ...{ totalEvents: 0, totalEmailsSent: 0, totalEmailsOpened: 0, totalEmailsClicked: 0 },
        ...{ totalWorkflowsStarted: 0, openRate: 0, clickRate: 0 },
      })
      await sent(service, await made(service, 'News'))
      expect(await read(service, 'activity/stats')).toMatchObject({ totalEmailsSent: 4, openRate: 0 })
    })

    it('lists runs of workflows alone where those are asked for', async () => {
      const service = await candidate.open()
      const workflow = { name: 'Welcome', eventName: 'signup', enabled: true }
      const id = textAt((await call(service, 'POST /workflows', workflow)).body, 'id')
      await call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com' })
      await service.advance(minute)
      expect(await read(service, 'activity?types=workflow.started')).toMatchObject({
        data: [{ type: 'workflow.started', metadata: { workflowId: id, workflowName: 'Welcome' } }],
        hasMore: false,
      })
      expect(await read(service, 'activity?types=email.opened')).toMatchObject({ data: [] })
    })
  })
})
