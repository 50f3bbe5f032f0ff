import type { OverviewMonth } from '../../../src-shared/bridge/overview'
import { funnelOf, sumOf } from '../../../src-shared/campaign-rates'
import { instantOf } from '../../../src-shared/instants'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { domainSchema } from '../../../src-shared/interface/domain'
import { onTheWay, workflowSchema } from '../../../src-shared/interface/workflow'
import type { Cache } from '../../cache/store'
import { eventOf } from '../workflows'

const monthMs = 30 * 24 * 3_600_000
/** How many events and campaigns are named. */
const most = { events: 9, campaigns: 7 }
/** The service's own event of somebody who said no, and what its events of mails begin with. */
const own = { unsubscribed: 'contact.unsubscribed', mails: 'email.' }

/** What the last 30 days brought, and how mail goes, from the copy. */
export async function overviewMonth(cache: Cache, now: number): Promise<OverviewMonth> {
  const since = now - monthMs
  const [counts, names, campaigns, workflows, domains] = await Promise.all([
    cache.events.countsSince(since),
    cache.events.names(),
    campaignFigures(cache, now),
    workflowFigures(cache, since),
    cache.catalogue.all('domains'),
  ])
  return {
    ...eventFigures(
      counts,
      names.map(({ name }) => name),
    ),
    ...campaigns,
    workflows,
    domains: domains.map((record) => {
      const { id, domain, verified } = domainSchema.parse(record)
      return { id, domain, verified }
    }),
  }
}

type EventFigures = Pick<OverviewMonth, 'events' | 'unsubscribed' | 'topEvents' | 'otherEvents'>

function eventFigures(counts: { name: string; count: number }[], names: string[]): EventFigures {
  const sum = (of: { count: number }[]) => of.reduce((all, { count }) => all + count, 0)
  const theirs = counts
    .filter(({ name }) => !name.startsWith(own.mails))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  const others = theirs.slice(most.events)
  const left = counts.find(({ name }) => name === own.unsubscribed)?.count
  return {
    events: sum(counts),
    unsubscribed: left ?? (names.includes(own.unsubscribed) ? 0 : null),
    topEvents: theirs.slice(0, most.events),
    otherEvents: { kinds: others.length, count: sum(others) },
  }
}

async function campaignFigures(
  { catalogue }: Pick<Cache, 'catalogue'>,
  now: number,
): Promise<Pick<OverviewMonth, 'mails' | 'campaigns' | 'coming'>> {
  const all = (await catalogue.all('campaigns')).map((record) => {
    const campaign = campaignSchema.parse(record)
    const { id, name, status } = campaign
    const sentAt = status === 'SENT' ? instantOf(campaign.sentAt) : null
    return { id, name, status, funnel: funnelOf(campaign), sentAt, at: instantOf(campaign.scheduledFor) }
  })
  const sent = all
    .flatMap(({ id, name, funnel, sentAt }) => (sentAt === null ? [] : [{ id, name, funnel, sentAt }]))
    .sort((a, b) => b.sentAt - a.sentAt)
  const begins = new Date(new Date(now).getFullYear(), 0, 1).getTime()
  const thisYear = sent.filter(({ sentAt }) => sentAt >= begins)
  const before = thisYear.filter(({ sentAt }) => sentAt < now - monthMs)
  const summed = (of: typeof sent) => sumOf(of.map(({ funnel }) => funnel))
  return {
    mails: {
      campaigns: thisYear.length,
      now: summed(thisYear),
      before: before.length === 0 ? null : summed(before),
    },
    campaigns: { newest: sent.slice(0, most.campaigns), count: all.length },
    coming: all
      .filter(({ status }) => status === 'SENDING' || status === 'SCHEDULED')
      .map(({ id, name, funnel, at, status }) => ({
        id,
        name,
        funnel,
        at: status === 'SENDING' ? null : at,
      })),
  }
}

async function workflowFigures(
  { catalogue, executions }: Pick<Cache, 'catalogue' | 'executions'>,
  since: number,
): Promise<OverviewMonth['workflows']> {
  const [records, counts, ended] = await Promise.all([
    catalogue.all('workflows'),
    executions.counts(),
    executions.endedSince(since),
  ])
  const sum = (of: typeof counts, workflow: string, holds: (status: string) => boolean) =>
    of
      .filter((each) => each.workflow === workflow && holds(each.status))
      .reduce((all, { count }) => all + count, 0)
  return records.map((record) => {
    const workflow = workflowSchema.parse(record)
    const { id, name, enabled } = workflow
    return {
      id,
      name,
      enabled,
      eventName: eventOf(workflow),
      onTheWay: sum(counts, id, (status) => onTheWay.includes(status)),
      completed: sum(ended, id, (status) => status === 'COMPLETED' || status === 'EXITED'),
      failed: sum(ended, id, (status) => status === 'FAILED'),
    }
  })
}
