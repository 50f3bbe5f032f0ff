import { type ServiceDatabase, statements } from './statements'

/** What an entry of the activity comes from. */
export interface ActivityRow {
  /** An event, or the beginning or the end of a run of a workflow. */
  of: 'event' | 'started' | 'completed'
  /** The number of the event or the execution. */
  seq: number
  /** Milliseconds since 1970. */
  at: number
  /** 0 where it is about nobody. */
  contact: number
  contactEmail: string | null
  /** Of an event: its name, its data as JSON text, and the message it is about with its campaign. */
  name: string | null
  data: string | null
  email: number | null
  subject: string | null
  campaignName: string | null
  from: string | null
  fromName: string | null
  /** Of an execution. */
  workflow: number | null
  workflowName: string | null
}

/** What is asked of the activity. Times are milliseconds since 1970. */
export interface ActivityQuery {
  /** Entries before this time alone. */
  before: number
  /** From this time to that one, both included. */
  from: number
  to: number
  limit: number
  contact?: number
  /** Events of these names alone; undefined for every event. */
  names?: readonly string[]
}

/** A campaign that waits for its time. */
interface UpcomingRow {
  seq: number
  name: string
  subject: string
  /** Milliseconds since 1970. */
  scheduledFor: number
  totalRecipients: number
}

/**
 * What went on in a database's project, newest first, and what will.
 * In one piece: its statements, and the one number that all of them are bound to.
 */
export function projectActivity(db: ServiceDatabase) {
  const sql = statements(db)
  type ActivityBound = Omit<ActivityQuery, 'contact' | 'names'> & {
    contact: number | null
    names: string
    below: number
  }
  const about = '(x.contact = @contact OR @contact IS NULL)'
  const readEvents = (among: string) =>
    sql.rows<[ActivityBound], ActivityRow>(
      `SELECT 'event' AS of, x.seq, x.created_at AS at, x.contact, c.email AS "contactEmail", n.name, x.data, x.email,
         m.subject, k.name AS "campaignName", k.from_address AS "from", k.from_name AS "fromName",
         NULL AS workflow, NULL AS "workflowName"
       FROM event AS x CROSS JOIN event_name AS n ON n.number = x.name LEFT JOIN contact AS c ON c.seq = x.contact
         LEFT JOIN message AS m ON m.seq = x.email LEFT JOIN campaign AS k ON k.seq = m.campaign
       WHERE x.seq < @below AND x.created_at < @before AND x.created_at BETWEEN @from AND @to AND ${about} AND ${among}
       ORDER BY x.seq DESC LIMIT @limit`,
    )
  const all = readEvents('true')
  const named = readEvents(`x.name IN (SELECT number FROM event_name WHERE name IN (${sql.texts('@names')}))`)
  const readExecutions = (what: 'started' | 'completed', column: string, among: string) =>
    sql.rows<[ActivityBound], ActivityRow>(
      `SELECT '${what}' AS of, x.seq, x.${column} AS at, x.contact, c.email AS "contactEmail", NULL AS name, NULL AS data,
         NULL AS email, NULL AS subject, NULL AS "campaignName", NULL AS "from", NULL AS "fromName",
         x.workflow, w.name AS "workflowName"
       FROM execution AS x LEFT JOIN contact AS c ON c.seq = x.contact LEFT JOIN workflow AS w ON w.seq = x.workflow
       WHERE x.${column} < @before AND x.${column} BETWEEN @from AND @to AND ${about} AND ${among}
       ORDER BY x.${column} DESC, x.seq DESC LIMIT @limit`,
    )
  const executions = {
    started: readExecutions('started', 'started_at', 'true'),
    completed: readExecutions('completed', 'completed_at', `x.status = 'COMPLETED'`),
  }
  const newest = sql.count<[]>('SELECT coalesce(max(seq), 0) FROM event')
  const next = sql.row<[from: number], { seq: number; at: number }>(
    'SELECT seq, created_at AS at FROM event WHERE seq >= ? ORDER BY seq LIMIT 1',
  )

  /** A number that no event before `time` reaches: times never fall as numbers rise, so it is searched by halves. */
  async function numberAt(time: number): Promise<number> {
    let [low, high] = [0, (await newest()) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = await next(middle)
      if (found === null || found.at >= time) high = middle
      else low = found.seq + 1
    }
    return low
  }

  const bound = async ({ contact, names = [], ...query }: ActivityQuery): Promise<ActivityBound> => ({
    ...query,
    contact: contact ?? null,
    names: JSON.stringify(names),
    below: await numberAt(Math.min(query.before, query.to + 1)),
  })
  return {
    events: async (query: ActivityQuery) => (query.names ? named : all)(await bound(query)),
    /** Executions that began, or that were completed. */
    executions: async (what: 'started' | 'completed', query: ActivityQuery) =>
      executions[what](await bound(query)),
    upcoming: sql.rows<[until: number, limit: number], UpcomingRow>(
      `SELECT seq, name, subject, scheduled_for AS "scheduledFor", total_recipients AS "totalRecipients" FROM campaign
       WHERE status = 'SCHEDULED' AND scheduled_for <= ? ORDER BY scheduled_for, seq LIMIT ?`,
    ),
  }
}
