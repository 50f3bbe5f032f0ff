import { type Context, Hono } from 'hono'
import { type ActivityEntry, activityEntries, mailTypes } from '../../dialect/deployed-activity'
import { isoTime } from '../../dialect/iso-time'
import { numberOf } from '../../http/deployed/page-list'
import { periodAsked } from '../../http/deployed/period'
import { type Env, requireKey } from '../../http/guards'
import type { ServiceContext } from '../../service-context'
import { type ActivityQuery, projectActivity } from '../../store/project-activity'
import { mailCounts } from '../../store/mail-counts'

const limits = { default: 50, max: 100 }
/** How many days ahead is told what will be sent, and at most. */
const ahead = { default: 30, max: 90 }
const day = 86_400_000

/**
 * /activity: what went on in the project, in one list, and what will be sent next (deployed.md section 8).
 * In one piece: it is a table of routes.
 */
export function activityRoutes({ db, dialect, clock }: ServiceContext): Hono<Env> {
  const { ids } = dialect
  const activity = projectActivity(db)
  const counts = mailCounts(db)
  const key = requireKey('secret')
  const app = new Hono<Env>()

  /** The newest entries that fit: each source gives as many as are wanted at most. */
  async function entries(query: ActivityQuery, types: Set<string> | null): Promise<ActivityEntry[]> {
    const wanted = (type: string): boolean => types === null || types.has(type)
    const names = types === null || types.has('event.triggered') ? undefined : namesOf(types)
    const rows = [
      ...(names?.length === 0 ? [] : await activity.events({ ...query, names })),
      ...(wanted('workflow.started') ? await activity.executions('started', query) : []),
      ...(wanted('workflow.completed') ? await activity.executions('completed', query) : []),
    ]
    // A sort that is stable: what came at the same time stays in the order of its source.
    return rows
      .sort((a, b) => b.at - a.at)
      .flatMap((row) => activityEntries(row, ids))
      .filter(({ type }) => wanted(type))
      .slice(0, query.limit)
  }

  app.get('/', key, async (c) => {
    const limit = limitOf(c)
    const types = c.req.query('types')
    const before = Number.parseInt(c.req.query('cursor') ?? '', 10)
    const contact = contactOf(c)
    const { from, to } = periodAsked(c, clock.now())
    const query: ActivityQuery = {
      before: Number.isNaN(before) ? Number.MAX_SAFE_INTEGER : before,
      // A cursor goes on as far back as there is anything.
      from: Number.isNaN(before) ? from : 0,
      to,
      // One more than asked for tells whether there is a next page.
      limit: limit + 1,
      contact,
    }
    const found = await entries(query, types ? new Set(types.split(',')) : null)
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const hasMore = found.length > limit
    const cursor = hasMore && last ? `${Date.parse(last.timestamp)}_${last.id}` : undefined
    return c.json({ data, cursor, hasMore })
  })

  /** The contact that a query is about; 0, which nobody is, for an id of nobody. */
  function contactOf(c: Context<Env>): number | undefined {
    const id = c.req.query('contactId')
    return id ? (ids.decode('contact', id) ?? 0) : undefined
  }

  app.get('/stats', key, async (c) => {
    const { from, to } = periodAsked(c, clock.now())
    const { events, executions, ...mails } = await counts.between(from, to)
    const rate = (part: number): number => (mails.sent === 0 ? 0 : (part / mails.sent) * 100)
    return c.json({
      totalEvents: events,
      totalEmailsSent: mails.sent,
      totalEmailsOpened: mails.opened,
      totalEmailsClicked: mails.clicked,
      totalWorkflowsStarted: executions,
      openRate: rate(mails.opened),
      clickRate: rate(mails.clicked),
    })
  })

  app.get('/upcoming', key, async (c) => {
    const days = Math.min(numberOf(c, 'daysAhead', ahead.default), ahead.max)
    const rows = await activity.upcoming(clock.now() + days * day, limitOf(c))
    const activities = rows.map(({ seq, name, subject, scheduledFor, totalRecipients }) => ({
      id: ids.encode('campaign', seq),
      type: 'campaign.scheduled',
      timestamp: isoTime(scheduledFor),
      metadata: { campaignName: name, subject, totalRecipients },
    }))
    return c.json({ activities })
  })
  return app
}

function limitOf(c: Context<Env>): number {
  return Math.min(Math.max(1, numberOf(c, 'limit', limits.default)), limits.max)
}

/** The names of events that types stand for. */
function namesOf(types: Set<string>): string[] {
  return Object.entries(mailTypes).flatMap(([name, type]) => (types.has(type) ? [name] : []))
}
