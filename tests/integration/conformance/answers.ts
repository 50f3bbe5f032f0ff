import { expect } from 'vitest'
import type { z } from 'zod'
import {
  decodeList,
  decodeRecord,
  type ListPage,
  type ListRequest,
} from '../../../src-shared/interface/paging'
import type { Answer } from '../service/open'
import type { Subject } from './subject'

/** A record of an answer that went well, in whichever documented form it came. */
export function recordOf<T>(answer: Answer, schema: z.ZodType<T>): T {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  const decoded = decodeRecord(answer.body, schema)
  if (!decoded.ok) throw new Error(`${decoded.fault}: ${JSON.stringify(answer.body)}`)
  return decoded.value
}

/** A list of the interface: where it is, the name of its array, and what it holds. */
export interface List<T> {
  path: string
  key: string
  schema: z.ZodType<T>
}

/** Reads one page of a list. `query` goes on after the paging parameters. */
export async function pageOf<T>(
  service: Subject,
  { path, key, schema }: List<T>,
  request: ListRequest,
  query: Record<string, string> = {},
): Promise<ListPage<T>> {
  const { limit, cursor, page } = request
  const parameters = new URLSearchParams({
    limit: String(limit),
    // Deployed page lists know only this name for it (wire.md, form E).
    pageSize: String(limit),
    ...(cursor !== undefined && { cursor }),
    ...(page !== undefined && { page: String(page) }),
    ...query,
  })
  const answer = await service.ask('GET', `${path}?${parameters}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const decoded = decodeList(answer.body, key, schema, request)
  if (!decoded.ok) throw new Error(`${decoded.fault}: ${JSON.stringify(answer.body)}`)
  return decoded.value
}

/** Everything a list holds, read in pages as its answers call for. A list that never ends fails. */
export async function readAll<T>(
  service: Subject,
  list: List<T>,
  limit = 100,
  query: Record<string, string> = {},
): Promise<T[]> {
  const items: T[] = []
  let request: ListRequest = { limit }
  for (let pages = 0; pages < 1000; pages++) {
    const { items: more, next } = await pageOf(service, list, request, query)
    items.push(...more)
    if (next.kind === 'end') return items
    if (next.kind === 'window') {
      // No paging: a window that is full is asked for again, larger.
      if (more.length < limit || more.length > limit) return more
      return readAll(service, list, limit * 10, query)
    }
    request = next.kind === 'cursor' ? { limit, cursor: next.cursor } : { limit, page: next.page }
  }
  throw new Error(`${list.path} does not end.`)
}
