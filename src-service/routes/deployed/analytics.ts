import { Hono } from 'hono'
import { isoTime } from '../../dialect/iso-time'
import { numberOf } from '../../http/deployed/page-list'
import { periodAsked } from '../../http/deployed/period'
import { type Env, requireKey } from '../../http/guards'
import type { ServiceContext } from '../../service-context'
import { eventSummary } from '../../store/event-summary'
import { mailCounts, type SentCampaign } from '../../store/mail-counts'

const day = 86_400_000
/** The most days of a series. */
const daysMax = 90
/** How long a ranking is unless told. */
const rankingDefault = 10

/** /analytics: counts over time, every answer bare (deployed.md section 8). */
export function analyticsRoutes({ db, dialect, clock }: ServiceContext): Hono<Env> {
  const counts = mailCounts(db)
  const events = eventSummary(db)
  const key = requireKey('secret')
  const app = new Hono<Env>()

  app.get('/timeseries', key, async (c) => {
    const { from, to } = periodAsked(c, clock.now())
    const last = Math.floor(to / day)
    const first = Math.max(Math.floor(from / day), last - daysMax + 1)
    const found = new Map((await counts.byDay(first * day, to)).map((row) => [row.date, row]))
    const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
      isoTime((first + at) * day).slice(0, 10),
    )
    const rows = days.map((date) => {
      const { sent = 0, delivered = 0, opened = 0, clicked = 0, bounced = 0 } = found.get(date) ?? {}
      return { date, emails: sent, delivered, opens: opened, clicks: clicked, bounces: bounced }
    })
    return c.json(rows)
  })

  app.get('/top-campaigns', key, async (c) => {
    const { from, to } = periodAsked(c, clock.now())
    const rows = (await counts.campaigns(from, to)).map((row) => {
      const { name, subject, sentCount, openedCount, clickedCount } = row
      return {
        id: dialect.ids.encode('campaign', row.seq),
        ...{ name, subject, sentAt: isoTime(row.sentAt), sentCount, openedCount, clickedCount },
        openRate: rate(openedCount, sentCount),
        clickRate: rate(clickedCount, sentCount),
      }
    })
    rows.sort((a, b) => b.openRate - a.openRate)
    return c.json(rows.slice(0, numberOf(c, 'limit', rankingDefault)))
  })

  app.get('/campaign-stats', key, async (c) => {
    const { from, to } = periodAsked(c, clock.now())
    const rows = await counts.campaigns(from, to)
    const sum = (count: (row: SentCampaign) => number): number =>
      rows.reduce((total, row) => total + count(row), 0)
    return c.json({
      total: rows.length,
      totalSent: sum(({ sentCount }) => sentCount),
      totalDelivered: sum(({ deliveredCount }) => deliveredCount),
      totalOpened: sum(({ openedCount }) => openedCount),
      totalClicked: sum(({ clickedCount }) => clickedCount),
      totalBounced: sum(({ bouncedCount }) => bouncedCount),
    })
  })

  app.get('/top-events', key, async (c) => {
    const { from, to } = periodAsked(c, clock.now())
    return c.json((await events.countsBetween(from, to)).slice(0, numberOf(c, 'limit', rankingDefault)))
  })
  return app
}

/** A share in percent. */
function rate(count: number, sent: number): number {
  return sent === 0 ? 0 : (count / sent) * 100
}
