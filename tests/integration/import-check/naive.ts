import type { ImportRules, RowClass } from '../../../src-shared/bridge/imports'
import type { Contact } from '../../../src-shared/interface/contact'

/** A column of a made-up file: what the naive check needs to know of it. */
export interface NaiveColumn {
  name: string
  rule: 'overwrite' | 'fillBlanks' | 'never'
  type: 'text' | 'number' | 'boolean'
}

export interface NaiveRow {
  email: string
  subscribed: string
  cells: Record<string, string>
}

/** What a check says about rows, thought out again in the plainest way: a list, a map, and one comparison at a time. */
export function naive(
  rows: NaiveRow[],
  columns: NaiveColumn[],
  subscribedRule: NaiveColumn['rule'],
  contacts: Contact[],
  rules: Pick<ImportRules, 'resubscribe'>,
): { class: RowClass; stays: boolean }[] {
  const known = new Map<string, Contact>()
  for (const contact of contacts) {
    const email = contact.email.toLowerCase()
    const other = known.get(email)
    if (other === undefined || Date.parse(contact.createdAt ?? '') > Date.parse(other.createdAt ?? '')) {
      known.set(email, contact)
    }
  }
  const taken = new Set<string>()
  return rows.map((row) => {
    const email = row.email.trim().toLowerCase()
    const isAddress = /^[a-z0-9._-]+@[a-z0-9.-]+\.[a-z]+$/.test(email)
    const values = columns.map(({ name, type }) => valueOf(row.cells[name] ?? '', type))
    if (!isAddress || values.includes(undefined)) return { class: 'invalid', stays: false }
    if (taken.has(email)) return { class: 'duplicate', stays: false }
    taken.add(email)
    const contact = known.get(email)
    if (contact === undefined) return { class: 'new', stays: false }
    let changed = columns.some(({ name, rule }, index) => {
      const value = values[index]
      const now = contact.data[name]
      if (value === null || rule === 'never' || JSON.stringify(value) === JSON.stringify(now)) return false
      return rule === 'overwrite' || now === undefined || now === null || now === ''
    })
    let stays = false
    if (subscribedRule === 'overwrite' && row.subscribed !== '') {
      const says = row.subscribed === 'yes'
      if (says && !contact.subscribed && !rules.resubscribe) stays = true
      else if (says !== contact.subscribed) changed = true
    }
    return { class: changed ? 'changed' : 'unchanged', stays }
  })
}

/** undefined: the cell cannot be read. */
function valueOf(text: string, type: NaiveColumn['type']): unknown {
  const bare = text.trim()
  if (bare === '') return null
  if (type === 'text') return bare
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : undefined
  return bare === 'yes' ? true : bare === 'no' ? false : undefined
}
