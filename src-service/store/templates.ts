import type { CreateTemplateRequest } from '../../src-shared/interface/template'
import type { TimerClock } from '../clock'
import type { ServiceDatabase } from './database'
import { type SeqPage, type SeqQuery, seqLister } from './seq-list'

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

type TemplateTuple = [
  seq: number,
  name: string,
  description: string | null,
  subject: string,
  body: string,
  type: string,
  fromAddress: string | null,
  fromName: string | null,
  replyTo: string | null,
  createdAt: number,
  updatedAt: number,
]

/** What the list of templates may be narrowed by. */
export interface TemplateFilter {
  type?: string
  /** Part of the name or the subject, without regard to case. */
  search?: string
}

/** What is said of a template. Deployed services have more types than interface.md. */
export type TemplateFields = Omit<CreateTemplateRequest, 'type'> & { type: string }

/** What became of a template. */
export interface TemplateUses {
  workflowSteps: number
  emailsSent: number
}

/** Reading and writing templates. */
export interface Templates {
  list(query: SeqQuery, filter: TemplateFilter): SeqPage<TemplateRow>
  get(seq: number): TemplateRow | null
  create(template: TemplateFields): TemplateRow
  /** Changes what is said; null clears an optional field. Null when there is no such template. */
  update(seq: number, change: Partial<TemplateFields>): TemplateRow | null
  /** Deletes a template, unless a workflow sends it. */
  remove(seq: number): TemplateRemoval
  uses(seq: number): TemplateUses
}

/** How a deletion went; `usedBy` names a workflow that sends the template. */
export type TemplateRemoval = 'removed' | 'absent' | { usedBy: string }

const columns =
  'seq, name, description, subject, body, type, from_address, from_name, reply_to, created_at, updated_at'

/** The templates of a database. In one piece: its calls share the statements at its head. */
export function templateStore(db: ServiceDatabase, clock: TimerClock): Templates {
  const one = db.prepare<[number], TemplateTuple>(`SELECT ${columns} FROM template WHERE seq = ?`).raw()
  // Never earlier than the newest template, should the clock have gone back: see schema.ts.
  const insert = db
    .prepare<Omit<TemplateRow, 'seq' | 'createdAt' | 'updatedAt'> & { now: number }, TemplateTuple>(
      `INSERT INTO template
         (name, description, subject, body, type, from_address, from_name, reply_to, created_at, updated_at)
       SELECT @name, @description, @subject, @body, @type, @fromAddress, @fromName, @replyTo, t, t FROM (
         SELECT max(@now, coalesce((SELECT created_at FROM template ORDER BY seq DESC LIMIT 1), 0)) AS t
       ) RETURNING ${columns}`,
    )
    .raw()
  const write = db.prepare<Omit<TemplateRow, 'createdAt'>>(
    `UPDATE template SET name = @name, description = @description, subject = @subject, body = @body, type = @type,
       from_address = @fromAddress, from_name = @fromName, reply_to = @replyTo, updated_at = @updatedAt
     WHERE seq = @seq`,
  )
  const user = db
    .prepare<[number], string>(
      `SELECT w.name FROM workflow_step AS s JOIN workflow AS w ON w.seq = s.workflow
       WHERE s.template = ? AND NOT s.removed AND NOT w.removed ORDER BY w.seq LIMIT 1`,
    )
    .pluck()
  const uses = db.prepare<[number, number], TemplateUses>(
    `SELECT (SELECT count(*) FROM workflow_step AS s JOIN workflow AS w ON w.seq = s.workflow
             WHERE s.template = ? AND NOT s.removed AND NOT w.removed) AS workflowSteps,
       (SELECT count(*) FROM message WHERE template = ?) AS emailsSent`,
  )
  const removeOne = db.prepare<[number]>('DELETE FROM template WHERE seq = ?')
  const page = seqLister(db, 'template', columns, templateRow)

  function get(seq: number): TemplateRow | null {
    const found = one.get(seq)
    return found ? templateRow(found) : null
  }

  const update = db.transaction((seq: number, change: Partial<TemplateFields>) => {
    const before = get(seq)
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
    write.run(after)
    return after
  })

  const remove = db.transaction((seq: number): TemplateRemoval => {
    const usedBy = user.get(seq)
    if (usedBy !== undefined) return { usedBy }
    return removeOne.run(seq).changes === 1 ? 'removed' : 'absent'
  })

  return {
    get,
    list(query, { type, search }) {
      const where = ['1']
      const values: string[] = []
      if (type !== undefined) {
        where.push('type = ?')
        values.push(type)
      }
      if (search) {
        const like = `%${search.replaceAll(/[!%_]/g, '!$&')}%`
        where.push("(name LIKE ? ESCAPE '!' OR subject LIKE ? ESCAPE '!')")
        values.push(like, like)
      }
      return page(query, { where: where.join(' AND '), values })
    },
    create(template) {
      const { name, subject, body, type, description, from, fromName, replyTo } = template
      const made = insert.get({
        name,
        subject,
        body,
        type,
        description: description ?? null,
        fromAddress: from ?? null,
        fromName: fromName ?? null,
        replyTo: replyTo ?? null,
        now: clock.now(),
      })
      if (!made) throw new Error('The new template was not returned.')
      return templateRow(made)
    },
    update: (seq, change) => update.immediate(seq, change),
    remove: (seq) => remove.immediate(seq),
    uses: (seq) => uses.get(seq, seq) ?? { workflowSteps: 0, emailsSent: 0 },
  }
}

function said(value: string | null | undefined, before: string | null): string | null {
  return value === undefined ? before : value
}

function templateRow(tuple: TemplateTuple): TemplateRow {
  const [seq, name, description, subject, body, type, fromAddress, fromName, replyTo, createdAt, updatedAt] =
    tuple
  return {
    seq,
    name,
    description,
    subject,
    body,
    type,
    fromAddress,
    fromName,
    replyTo,
    createdAt,
    updatedAt,
  }
}
