import { t } from '../messages/message'
import { z } from 'zod'
import { isJsonObject, type JsonObject } from './json-object'
import type { Decoded } from './paging'
import { pageInfoSchema, type ManagedRecord } from './record'

/** How an answer is built: the name of its array ("" where it is the answer itself), and how it tells of its end. */
export interface OffsetShape {
  name: string
  tells: 'pageInfo' | 'totalCount' | 'both' | 'nothing'
}

/** One page of an offset list, whatever form it came in (wire.md, form I). */
export interface OffsetPage {
  items: ManagedRecord[]
  shape: OffsetShape
  /** Whether more follows; null where the service does not say. */
  more: boolean | null
  /** Of the whole list; null where the service does not say. */
  total: number | null
}

/** Names that lists have been seen under; any other is taken where it is the only list of objects. */
const usual = ['items', 'users', 'records', 'results', 'data']

const totalSchema = z.number().int().nonnegative()

/** Decodes one page of an offset list. `name`: how the list is called; null: it is found by itself. */
export function decodeOffsetList(body: unknown, name: string | null): Decoded<OffsetPage> {
  const found = findList(body, name)
  if (typeof found === 'string') return { ok: false, fault: found }
  const items: ManagedRecord[] = []
  for (const element of found.array) {
    const item = recordOf(element)
    if (!item)
      return { ok: false, fault: t('service.offsetList.recordCountHasNo', { count: items.length + 1 }) }
    items.push(item)
  }
  const pageInfo = pageInfoSchema.safeParse(first(found.about, 'pageInfo')).data ?? null
  const counted = first(found.about, 'totalCount') ?? first(found.about, 'total') ?? pageInfo?.['totalCount']
  const total = totalSchema.safeParse(counted).data ?? null
  const tells = pageInfo ? (total === null ? 'pageInfo' : 'both') : total === null ? 'nothing' : 'totalCount'
  return {
    ok: true,
    value: { items, shape: { name: found.name, tells }, more: pageInfo?.hasNextPage ?? null, total },
  }
}

/** A shape in words: "items with pageInfo". */
export function shapeInWords({ name, tells }: OffsetShape): string {
  const list = name === '' ? t('service.offsetList.aBareList') : name
  switch (tells) {
    case 'nothing':
      return list
    case 'pageInfo':
      return t('service.offsetList.listWithPageinfo', { list })
    case 'totalCount':
      return t('service.offsetList.listWithTotalcount', { list })
    case 'both':
      return t('service.offsetList.listWithPageinfoAnd', { list })
  }
}

/**
 * An element as a record: its id as text, ahead of whatever else it has; null where it has none. By hand: a schema took half
 * the time of reading a page.
 */
function recordOf(element: unknown): ManagedRecord | null {
  if (!isJsonObject(element)) return null
  if (isAsKept(element)) return element
  const { id, __proto__: _, ...rest } = element
  const text = typeof id === 'number' ? String(id) : id
  return typeof text === 'string' && text !== '' ? { id: text, ...rest } : null
}

/** Whether an object need not be copied. Indices come before every other key, whatever was written first. */
function isAsKept(object: JsonObject): object is ManagedRecord {
  if (typeof object['id'] !== 'string' || object['id'] === '' || Object.hasOwn(object, '__proto__'))
    return false
  for (const key in object) if (!/^\d+$/.test(key)) return key === 'id'
  return false
}

interface Found {
  name: string
  array: unknown[]
  /** The objects around the array, innermost first. */
  about: JsonObject[]
}

/** The list, or what is wrong with the answer. */
function findList(body: unknown, name: string | null): Found | string {
  if (Array.isArray(body)) {
    return name === null
      ? { name: '', array: body, about: [] }
      : t('service.offsetList.thereIsNoList', { name })
  }
  if (!isJsonObject(body)) return t('service.offsetList.itHoldsNoList')
  const layers = isJsonObject(body['data']) ? [body['data'], body] : [body]
  for (const [at, layer] of layers.entries()) {
    const key = name ?? keyOf(layer)
    const array = key === null ? undefined : layer[key]
    if (key !== null && Array.isArray(array)) return { name: key, array, about: layers.slice(at) }
  }
  if (name !== null) return t('service.offsetList.thereIsNoList', { name })
  const several = layers.flatMap((layer) => Object.keys(layer).filter((key) => Array.isArray(layer[key])))
  return several.length > 1
    ? t('service.offsetList.itHoldsSeveralLists', { join: several.slice(0, 5).join(', ') })
    : t('service.offsetList.itHoldsNoList')
}

function keyOf(layer: JsonObject): string | null {
  const lists = Object.keys(layer).filter((key) => Array.isArray(layer[key]))
  return usual.find((key) => lists.includes(key)) ?? (lists.length === 1 ? (lists[0] ?? null) : null)
}

function first(about: JsonObject[], name: string): unknown {
  return about.find((object) => object[name] !== undefined && object[name] !== null)?.[name]
}
