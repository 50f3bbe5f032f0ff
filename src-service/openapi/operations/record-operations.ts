import type { z } from 'zod'
import { type Operation, operation } from '../operation'

/** A kind of record that is listed, created, read, changed and deleted, and what its operations have of their own. */
interface RecordKind {
  noun: 'contact' | 'segment' | 'workflow' | 'template' | 'campaign'
  /** The schema of one, as it is answered. */
  of: z.ZodType
  /** How an id of none is refused. */
  missing: 'CONTACT_NOT_FOUND' | 'RESOURCE_NOT_FOUND' | 'TEMPLATE_NOT_FOUND'
  list?: Partial<Operation>
  create: Partial<Operation>
  get?: Partial<Operation>
  update: Partial<Operation>
  /** Absent where none can be deleted. */
  remove?: Partial<Operation>
}

/** The operations on `/segments` and `/segments/{id}`, named `listSegments`, `createSegment` and so on. */
export function recordOperations({ noun, of, missing, ...own }: RecordKind): Operation[] {
  const named = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const list = `${noun}s` as const
  const answered = { form: 'record', of } as const
  const one = { answered, refuses: [missing] }
  const operations: Operation[] = [
    {
      ...operation(`get /${list}`, `list${named}s`, `List ${list}`, { answered: { form: 'list', list, of } }),
      ...own.list,
    },
    {
      ...operation(`post /${list}`, `create${named}`, `Create a ${noun}`, { answered, statuses: [201] }),
      ...own.create,
    },
    { ...operation(`get /${list}/{id}`, `get${named}`, `Get a ${noun}`, one), ...own.get },
    { ...operation(`patch /${list}/{id}`, `update${named}`, `Update a ${noun}`, one), ...own.update },
  ]
  if (own.remove) {
    const deleted = { ...one, answered: { form: 'deleted' } } as const
    operations.push({
      ...operation(`delete /${list}/{id}`, `delete${named}`, `Delete a ${noun}`, deleted),
      ...own.remove,
    })
  }
  return operations
}
