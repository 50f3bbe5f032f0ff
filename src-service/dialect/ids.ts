/**
 * Public ids. A record's id is its row number, scrambled by a fixed permutation: it tells nothing of the order or the
 * number of records, is the same for the same sample, and needs no index to be looked up.
 */

/** What has an id. Each kind has a permutation of its own, so that a contact's id is never an event's. */
export type IdKind =
  | 'contact'
  | 'event'
  | 'email'
  | 'domain'
  | 'template'
  | 'campaign'
  | 'segment'
  | 'workflow'
  | 'step'
  | 'execution'
  | 'record'
  | 'user'
  | 'project'
  | 'job'
  | 'transition'
  | 'stepExecution'

/** Writes and reads ids in the form of one dialect. */
export interface Ids {
  /** The public id of row `seq` (1 to 2^50 - 1). */
  encode(kind: IdKind, seq: number): string
  /** The row an id stands for; null for anything that `encode` never wrote. Whether the row exists is not asked. */
  decode(kind: IdKind, id: string): number | null
}

const salts: Record<IdKind, number> = {
  contact: 0x51ed27,
  event: 0x2c9277,
  email: 0x7f4a7c,
  domain: 0x165667,
  template: 0x3c6ef3,
  campaign: 0x1b8735,
  segment: 0x68e31d,
  workflow: 0x4cf5ad,
  step: 0x27d4eb,
  execution: 0x5bd1e9,
  record: 0x0f1bbc,
  user: 0x45d9f3,
  project: 0x119de1,
  job: 0x2bd3c5,
  transition: 0x6d2b79,
  stepExecution: 0x7feb35,
}
const prefixes: Record<IdKind, string> = {
  contact: 'cnt_',
  event: 'evt_',
  email: 'eml_',
  domain: 'dom_',
  template: 'tpl_',
  campaign: 'cmp_',
  segment: 'seg_',
  workflow: 'wfl_',
  step: 'stp_',
  execution: 'exe_',
  record: 'rec_',
  user: 'usr_',
  project: 'prj_',
  job: 'job_',
  transition: 'trn_',
  stepExecution: 'ste_',
}
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const half = 2 ** 25
const mask = half - 1

function mix(value: number, salt: number): number {
  let h = Math.imul(value ^ salt, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca77)
  return (h ^ (h >>> 13)) >>> 0
}

// A Feistel network of four rounds over two halves of 25 bits: reversible whatever `mix` does.
function scramble(seq: number, salt: number): [number, number] {
  let left = Math.floor(seq / half)
  let right = seq & mask
  for (let round = 0; round < 4; round++) {
    const next = (left ^ mix(right, salt + round)) & mask
    left = right
    right = next
  }
  return [left, right]
}

function unscramble(left: number, right: number, salt: number): number {
  for (let round = 3; round >= 0; round--) {
    const previous = (right ^ mix(left, salt + round)) & mask
    right = left
    left = previous
  }
  return left * half + right
}

function letters(value: number): string {
  let text = ''
  for (let shift = 20; shift >= 0; shift -= 5) text += alphabet[(value >>> shift) & 31]
  return text
}

function number(text: string): number {
  let value = 0
  for (const letter of text) value = value * 32 + alphabet.indexOf(letter)
  return value
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** The specification's form: a prefix and ten letters, `cnt_7h2kq9w4x1`. */
export const prefixedIds: Ids = {
  encode(kind, seq) {
    const [left, right] = scramble(seq, salts[kind])
    return prefixes[kind] + letters(left) + letters(right)
  },
  decode(kind, id) {
    if (!id.startsWith(prefixes[kind]) || !/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{10}$/.test(id)) return null
    return unscramble(number(id.slice(4, 9)), number(id.slice(9)), salts[kind])
  },
}

/** The form of deployed services: a UUID (version 4 in shape); its other bits follow from the row as well. */
export const uuidIds: Ids = {
  encode(kind, seq) {
    const [left, right] = scramble(seq, salts[kind])
    const rest = mix(left, right ^ salts[kind])
    const more = mix(right, left ^ salts[kind])
    const first = hex(left * 128 + (rest & 127), 8)
    const last = hex(right * 128 + (more & 127), 8)
    const middle = `${hex(rest >>> 16, 4)}-4${hex((rest >>> 7) & 0xfff, 3)}-${hex(0x8000 | ((more >>> 18) & 0x3fff), 4)}`
    return `${first}-${middle}-${last}${hex((more >>> 7) & 0xffff, 4)}`
  },
  decode(kind, id) {
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null
    const left = Math.floor(Number.parseInt(id.slice(0, 8), 16) / 128)
    const right = Math.floor(Number.parseInt(id.slice(24, 32), 16) / 128)
    const seq = unscramble(left, right, salts[kind])
    return this.encode(kind, seq) === id ? seq : null
  },
}
