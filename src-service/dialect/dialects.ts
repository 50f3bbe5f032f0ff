import type { Dialect, ListName, ListText, SpecifiedDialect, NumberedText, DeployedDialect } from './dialect'
import { specifiedHttp, deployedHttp } from './http-rules'
import { prefixedIds, uuidIds } from './ids'
import { numbered } from './numbered'
import { specifiedRules, deployedRules } from './rules'

const keyOf = (name: ListName): string => (name === 'segmentContacts' ? 'contacts' : name)

function named(name: ListName, { items, cursor, total }: ListText): string {
  const rest = JSON.stringify({ cursor, hasMore: cursor !== null, total })
  return `{"${keyOf(name)}":[${items.join(',')}],${rest.slice(1)}`
}

/** The endpoint reference pages: bare records, lists named after what they hold (wire.md, forms A, D and H). */
const reference: SpecifiedDialect = {
  routes: 'specified',
  http: { ...specifiedHttp, alternativeErrors: ['/v1/send', '/v1/verify'] },
  ids: prefixedIds,
  rules: specifiedRules,
  deleted: null,
  paging: (name) => (name === 'templates' ? 'page' : 'cursor'),
  list: named,
  pages: (name, page) => numbered(keyOf(name), page),
  eventNames: (eventNames) => JSON.stringify({ eventNames }),
  record: (json) => json,
}

const wrapped = (json: string): string => `{"success":true,"data":${json}}`

function list({ items, cursor, total }: ListText): string {
  const rest = JSON.stringify({ nextCursor: cursor, hasMore: cursor !== null, total })
  return wrapped(`{"items":[${items.join(',')}],${rest.slice(1)}`)
}

function whole(items: string[]): string {
  return list({ items, cursor: null, total: items.length })
}

/** The general description: everything in `{success, data}`, every list alike (wire.md, form B). */
const envelope: SpecifiedDialect = {
  routes: 'specified',
  http: specifiedHttp,
  ids: prefixedIds,
  rules: specifiedRules,
  deleted: '{"success":true}',
  paging: () => 'cursor',
  list: (_name, page) => list(page),
  // The general description knows no page numbers: `paging` never asks for them.
  pages: (_name, { items }: NumberedText) => whole(items),
  eventNames: (names) => whole(names.map((name) => JSON.stringify(name))),
  record: wrapped,
}

/** Deployed services, as deployed.md knows them. */
const deployed: DeployedDialect = {
  routes: 'deployed',
  http: deployedHttp,
  ids: uuidIds,
  rules: deployedRules,
}

/** The dialects by the name `--dialect` takes. */
export const dialects = { reference, envelope, deployed } satisfies Record<string, Dialect>

/** The name of a dialect. */
export type DialectName = keyof typeof dialects

/** The name of a dialect that tells interface.md, as wire.md settles it. */
export type SpecifiedName = Exclude<DialectName, 'deployed'>
