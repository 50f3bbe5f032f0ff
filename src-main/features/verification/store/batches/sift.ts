import type { BatchFilter, BatchSort } from '../../../../../src-shared/bridge/verification'
import { keyed, numberKey, radixSort } from '../../../../core/index/radix'
import { sortTexts } from '../../../../core/index/text-order'
import { codeOfClass } from './classes'
import { hasFlipped } from './counts'
import type { GroundFacts } from './grounds'
import type { BatchColumns } from './batch-columns'

/** Whether the filter lets everything through. */
export function isEverything({ search, classes, signs, domains, sources, only }: BatchFilter): boolean {
  const nothing = [classes, signs, domains, sources, only].every((list) => list === undefined)
  return nothing && search.trim() === ''
}

interface Sieve {
  facts: GroundFacts
  /** The row of the contact of each address, by position; 0: it is nobody's. */
  contacts: Uint32Array
}

/** The positions that a filter leaves, in their order. */
export function sift(columns: BatchColumns, filter: BatchFilter, { facts, contacts }: Sieve): Uint32Array {
  const { size, classes, wasClasses, grounds, domains, suggestions } = columns
  const flags = found(columns, filter.search)
  const ofClass = filter.classes && allowed(5, filter.classes.map(codeOfClass))
  const inDomain =
    filter.domains &&
    allowed(
      columns.domainNames.length,
      filter.domains.flatMap((name) => columns.domain(name.toLowerCase()) ?? []),
    )
  const signs = filter.signs && new Set(filter.signs)
  const sources = filter.sources && new Set(filter.sources)
  const passes = new Map<number, boolean>()
  const ofGround = (ground: number): boolean => {
    if (!signs && !sources) return true
    if (ground === 0) return false
    let pass = passes.get(ground)
    if (pass === undefined) {
      const { sign, source } = facts.of(ground)
      pass = (!signs || signs.has(sign)) && (!sources || sources.has(source))
      passes.set(ground, pass)
    }
    return pass
  }
  const only = new Set(filter.only)
  const [suggested, flipped] = [only.has('suggestion'), only.has('flipped')]
  const [waiting, contact] = [only.has('waiting'), only.has('contact')]

  const sifted = new Uint32Array(size)
  let count = 0
  for (let at = 1; at <= size; at += 1) {
    if (flags && flags[at] === 0) continue
    const own = classes[at] ?? 0
    if (ofClass && ofClass[own] === 0) continue
    if (inDomain && inDomain[domains[at] ?? 0] === 0) continue
    if (suggested && suggestions[at] === 0) continue
    if (waiting && own !== 0) continue
    if (contact && contacts[at] === 0) continue
    if (flipped && !hasFlipped(own, wasClasses[at] ?? 0)) continue
    if (!ofGround(grounds[at] ?? 0)) continue
    sifted[count++] = at
  }
  return sifted.slice(0, count)
}

/** Which addresses have a text in them; null: every one. */
function found(columns: BatchColumns, search: string): Uint8Array | null {
  const word = search.trim().toLowerCase()
  if (word === '') return null
  const flags = new Uint8Array(columns.size + 1)
  columns.texts.mark(Buffer.from(word, 'utf8'), flags)
  return flags
}

function allowed(length: number, codes: readonly number[]): Uint8Array {
  const flags = new Uint8Array(length)
  for (const code of codes) flags[code] = 1
  return flags
}

/** Every position in the order of a sort; equal ones in the order in which they were given. null: that order itself. */
export function inOrder(columns: BatchColumns, { by, direction }: BatchSort): Uint32Array | null {
  const { size } = columns
  const falling = direction === 'desc'
  if (by === 'given') return falling ? positions(size).reverse() : null
  if (by === 'email') {
    const { items } = sortTexts(columns.texts, positions(size))
    return falling ? items.reverse() : items
  }
  const work = keyed(size)
  for (let at = 1; at <= size; at += 1) {
    work.items[at - 1] = at
    const code = columns.classes[at] ?? 0
    // What waits comes last, whichever way.
    const value = by === 'checked' ? (columns.at[at] ?? NaN) : code === 0 ? NaN : code
    numberKey(value, falling, work, at - 1)
  }
  return radixSort(work, keyed(size), size).items
}

function positions(size: number): Uint32Array {
  const all = new Uint32Array(size)
  for (let at = 0; at < size; at += 1) all[at] = at + 1
  return all
}
