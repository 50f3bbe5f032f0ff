import type { z } from 'zod'
import type { Operation } from '../operation'

/** A kind of record that is listed, created, read, changed and deleted, and what its operations have of their own. */
interface RecordKind {
  noun: 'segment' | 'workflow' | 'template' | 'campaign'
  /** The schema of one, as it is answered. */
  of: z.ZodType
  /** How an id of none is refused. */
  missing: 'RESOURCE_NOT_FOUND' | 'TEMPLATE_NOT_FOUND'
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
  const all = { path: `/${list}`, tag: `${named}s` }
  const one = { path: `/${list}/{id}`, tag: `${named}s`, refuses: [missing] }
  const operations: Operation[] = [
    {
      ...{ ...all, method: 'get', name: `list${named}s`, summary: `List ${list}` },
      answered: { form: 'list', list, of },
      ...own.list,
    },
    {
      ...{ ...all, method: 'post', name: `create${named}`, summary: `Create a ${noun}` },
      ...{ answered, statuses: [201], ...own.create },
    },
    { ...one, method: 'get', name: `get${named}`, summary: `Get a ${noun}`, answered, ...own.get },
    { ...one, method: 'patch', name: `update${named}`, summary: `Update a ${noun}`, answered, ...own.update },
  ]
  if (own.remove) {
    const summary = `Delete a ${noun}`
    const name = `delete${named}`
    operations.push({ ...one, method: 'delete', name, summary, answered: { form: 'deleted' }, ...own.remove })
  }
  return operations
}
