import type { CreateTemplateRequest } from '../../src-shared/interface/template'
import type { TimerClock } from '../clock'
import { type SeqPage, type SeqQuery, seqLister } from './seq-list'
import { arrival, containing, named, type ServiceDatabase, statements } from './statements'

/** A template as it is stored. Times are milliseconds since 1970. */
export interface TemplateRow {
  seq: number
  name: string
  description: string | null
  subject: string
  body: string
  type: string
  fromAddress: string | null
  fromName: string | null
  replyTo: string | null
  createdAt: number
  updatedAt: number
}

/** What the list of templates may be narrowed by. */
interface TemplateFilter {
  type?: string
  /** Part of the name or the subject, without regard to case. */
  search?: string
}

/** What is said of a template. Deployed services have more types than interface.md. */
export type TemplateFields = Omit<CreateTemplateRequest, 'type'> & { type: string }

/** Reading and writing templates. */
export type Templates = ReturnType<typeof templateStore>

/** How a deletion went; `usedBy` names a workflow that sends the template. */
type TemplateRemoval = 'removed' | 'absent' | { usedBy: string }

const columns = named(
  'seq, name, description, subject, body, type, from_address, from_name, reply_to, created_at, updated_at',
)

/** The templates of a database. In one piece: its calls share the statements at its head. */
export function templateStore(db: ServiceDatabase, clock: TimerClock) {
  const sql = statements(db)
  const get = sql.row<[seq: number], TemplateRow>(`SELECT ${columns} FROM template WHERE seq = ?`)
  const insert = sql.made<
    [Omit<TemplateRow, 'seq' | 'createdAt' | 'updatedAt'> & { now: number }],
    TemplateRow
  >(
    `INSERT INTO template
       (name, description, subject, body, type, from_address, from_name, reply_to, created_at, updated_at)
     SELECT @name, @description, @subject, @body, @type, @fromAddress, @fromName, @replyTo, t, t
     FROM (SELECT ${arrival('template')} AS t) AS arrived RETURNING ${columns}`,
  )
  const write = sql.run<[Omit<TemplateRow, 'createdAt'>]>(
    `UPDATE template SET name = @name, description = @description, subject = @subject, body = @body, type = @type,
       from_address = @fromAddress, from_name = @fromName, reply_to = @replyTo, updated_at = @updatedAt
     WHERE seq = @seq`,
  )
  const sending = `FROM workflow_step AS s JOIN workflow AS w ON w.seq = s.workflow
    WHERE s.template = @template AND s.removed = 0 AND w.removed = 0`
  const user = sql.value<[{ template: number }], string>(`SELECT w.name ${sending} ORDER BY w.seq LIMIT 1`)
  const uses = sql.made<[{ template: number }], { workflowSteps: number; emailsSent: number }>(
    `SELECT (SELECT count(*) ${sending}) AS "workflowSteps",
       (SELECT count(*) FROM message WHERE template = @template) AS "emailsSent"`,
  )
  const removeOne = sql.run<[seq: number]>('DELETE FROM template WHERE seq = ?')
  const page = seqLister(db, 'template', columns, (row: TemplateRow) => row)

  return {
    get,
    async list(query: SeqQuery, { type, search }: TemplateFilter): Promise<SeqPage<TemplateRow>> {
      const where = ['true']
      const values: string[] = []
      if (type !== undefined) {
        where.push('type = ?')
        values.push(type)
      }
      if (search) {
        where.push(`(${sql.contains('name', '?')} OR ${sql.contains('subject', '?')})`)
        values.push(containing(search), containing(search))
      }
      return page(query, { where: where.join(' AND '), values })
    },
    async create({ description, from, fromName, replyTo, ...filled }: TemplateFields): Promise<TemplateRow> {
      return insert({
        ...filled,
        description: description ?? null,
        fromAddress: from ?? null,
        fromName: fromName ?? null,
        replyTo: replyTo ?? null,
        now: clock.now(),
      })
    },
    /** Changes what is said; null clears an optional field. Null when there is no such template. */
    update: sql.whole(async (seq: number, change: Partial<TemplateFields>): Promise<TemplateRow | null> => {
      const before = await get(seq)
      if (!before) return null
      const after = {
        ...before,
        name: change.name ?? before.name,
        subject: change.subject ?? before.subject,
        body: change.body ?? before.body,
        type: change.type ?? before.type,
        description: said(change.description, before.description),
        fromAddress: said(change.from, before.fromAddress),
        fromName: said(change.fromName, before.fromName),
        replyTo: said(change.replyTo, before.replyTo),
      }
      if (JSON.stringify(after) === JSON.stringify(before)) return before
      after.updatedAt = Math.max(clock.now(), before.createdAt)
      await write(after)
      return after
    }),
    /** Deletes a template, unless a workflow sends it. */
    remove: sql.whole(async (seq: number): Promise<TemplateRemoval> => {
      const usedBy = await user({ template: seq })
      if (usedBy !== null) return { usedBy }
      return (await removeOne(seq)) === 1 ? 'removed' : 'absent'
    }),
    /** What became of a template. */
    uses: (seq: number) => uses({ template: seq }),
  }
}

function said(value: string | null | undefined, before: string | null): string | null {
  return value === undefined ? before : value
}
