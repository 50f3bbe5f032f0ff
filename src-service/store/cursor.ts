import { z } from 'zod'
import { parsedJson } from '../../src-shared/parsed-json'

/** Where a list goes on: after the row with this key, in this order. */
export interface Cursor {
  /** The list it belongs to: rows of another would be looked for in vain. */
  list: string
  sort: 'createdAt' | 'email'
  dir: 'asc' | 'desc'
  /** Of the last row read: its `seq`, or its address where the list is sorted by address. */
  after: number | string
  /** How many rows the list had when its first page was read: counting them again on every page would cost more. */
  total: number
}

const shape = z.tuple([
  z.string(),
  z.enum(['createdAt', 'email']),
  z.enum(['asc', 'desc']),
  z.union([z.number().int().nonnegative(), z.string()]),
  z.number().int().nonnegative(),
])

/** Writes a cursor as the opaque text a client hands back. */
export function encodeCursor({ list, sort, dir, after, total }: Cursor): string {
  return Buffer.from(JSON.stringify([list, sort, dir, after, total])).toString('base64url')
}

/** Reads a cursor; null for a text that `encodeCursor` never wrote. */
export function decodeCursor(text: string): Cursor | null {
  const read = shape.safeParse(parsedJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!read.success) return null
  const [list, sort, dir, after, total] = read.data
  if ((sort === 'email') !== (typeof after === 'string')) return null
  return { list, sort, dir, after, total }
}
