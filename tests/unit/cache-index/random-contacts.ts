import type { IndexedVerdict, IndexedContact } from '../../../src-main/core/index/indexed'
import type { ContactField, ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
import type { VerdictClass } from '../../../src-shared/bridge/verdicts'

const texts = [
  '', ' ', 'a', 'A', 'Jana', 'JANA', 'jana', 'Nováková', 'novakova', 'Straße', 'STRASSE', 'Łukasz', 'Дмитрий', 'ДМИТРИЙ',
  '山田太郎', 'ﾔﾏﾀﾞ', '한국', 'राम', 'مريم', '😀', '😀😁', '\ud83d', 'x\udc00y', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'acme Corp', 'Acme Corp',
  'ACME corp', 'true', 'False', '12', '12.0', '1e3', '-0', 'null', 'ﬁne', 'a\u0000', 'a\nb', '\uffff', '\uffffa', '2024-02-30', '2024-13-01',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac', 'ÿ', 'zzzz',
] // prettier-ignore
const dates = [
  '2024-01-01', '2024-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00', '2024-01-01 00:00', '2023-12-31T23:59:59.999Z',
  '2026-11-20', '1969-12-31T23:00:00Z', '2024-02-29T12:30:45.123456Z',
] // prettier-ignore
const numbers = [0, -0, 1, 2, 12, -5, 0.5, 1e21, 1e-7, -1e300, 1000, 1704067200000]
const keys = ['plan', 'first', 'Name', '__proto__', 'constructor', 'toString', '', 'a.b', 'ключ', 'n0', 'n1', 'd0', 'rare'] // prettier-ignore
const verdictClasses: readonly VerdictClass[] = ['accepts', 'risky', 'undeliverable', 'unknown']
const locals = ['jana.novak', 'PETR', 'josé', 'x', 'li+tag', 'a@b', 'дима', ''] // prettier-ignore
const domains = ['Gmail.com', 'gmail.com', 'firma.cz', 'пример.рф', 'x'] // prettier-ignore

/** Random contacts and queries that are likely to meet: few values, many kinds. */
export class Randomness {
  constructor(readonly next: () => number) {}

  pick<T>(from: readonly T[]): T {
    const chosen = from[Math.floor(this.next() * from.length)]
    if (chosen === undefined) throw new Error('nothing to pick from')
    return chosen
  }

  private value(depth = 0): unknown {
    const kind = this.next()
    if (kind < 0.35) return this.pick(texts)
    if (kind < 0.55) return this.pick(numbers)
    if (kind < 0.65) return this.next() < 0.5
    if (kind < 0.8) return this.pick(dates)
    if (kind < 0.85) return null
    if (kind < 0.9) return `unique ${Math.floor(this.next() * 1e6)}`
    if (depth > 2) return 'deep'
    const inner = Array.from({ length: Math.floor(this.next() * 4) }, () => this.value(depth + 1))
    return kind < 0.95
      ? inner
      : Object.fromEntries(inner.map((value, index) => [this.pick(keys) + index, value]))
  }

  contact(): IndexedContact {
    const at = this.next() < 0.95 ? `@${this.pick(domains)}` : ''
    const entries: [string, unknown][] = []
    for (const key of keys) if (this.next() < (key === 'rare' ? 0.01 : 0.6)) entries.push([key, this.value()])
    const instant = (): number | null =>
      this.next() < 0.1 ? null : 1.7e12 + Math.floor(this.next() * 20) * 1e9
    const number = this.next() < 0.5 ? String(Math.floor(this.next() * 50)) : ''
    return {
      email: this.pick(locals) + number + at,
      subscribed: this.next() < 0.8,
      created: instant(),
      updated: instant(),
      data: Object.fromEntries(entries),
    }
  }

  /** `classOf`: what a ground amounts to. */
  verdict(classOf: (ground: number) => VerdictClass): IndexedVerdict {
    const ground = 1 + Math.floor(this.next() * 12)
    return { ground, class: classOf(ground), at: 1.7e12 + Math.floor(this.next() * 20) * 1e9 }
  }

  field(): ContactField {
    if (this.next() < 0.5) {
      return this.pick([
        'email',
        'domain',
        'subscribed',
        'createdAt',
        'updatedAt',
        'verdict',
        'checkedAt',
      ] as const)
    }
    return `data.${this.next() < 0.05 ? 'unknown' : this.pick(keys)}`
  }

  private scalar(): string | number {
    const kind = this.next()
    if (kind < 0.5) return this.part()
    if (kind < 0.7) return this.pick(dates)
    return kind < 0.9 ? this.pick(numbers) : 1.7e12 + Math.floor(this.next() * 20) * 1e9
  }

  /** A piece of something that may occur, not cut within a character. */
  part(): string {
    const from = [...this.pick([...texts, ...dates, ...locals, ...domains, ...verdictClasses, '1', 'unique'])]
    const start = Math.floor(this.next() * from.length)
    return this.next() < 0.4
      ? from.join('')
      : from.slice(start, start + 1 + Math.floor(this.next() * 4)).join('')
  }

  /** Any class. */
  verdictClass(): VerdictClass {
    return this.pick(verdictClasses)
  }

  filter(): ContactFilter {
    const field = this.field()
    const kind = this.next()
    if (kind < 0.35) {
      const operator = this.pick(['equals', 'notEquals', 'contains', 'notContains', 'startsWith'] as const)
      return { field, operator, value: this.next() < 0.1 ? this.next() < 0.5 : this.scalar() }
    }
    if (kind < 0.6) {
      const operator = this.pick([
        'greaterThan',
        'greaterThanOrEqual',
        'lessThan',
        'lessThanOrEqual',
      ] as const)
      return { field, operator, value: this.scalar() }
    }
    const end = (): string | number | null => (this.next() < 0.3 ? null : this.scalar())
    if (kind < 0.7) {
      const closed = this.next() < 0.5
      return { field, operator: 'between', from: end(), to: end(), closed, orMissing: this.next() < 0.3 }
    }
    if (kind < 0.8) return { field, operator: this.pick(['exists', 'notExists'] as const) }
    if (kind < 0.9) {
      const values = Array.from({ length: 1 + Math.floor(this.next() * 3) }, () =>
        this.pick([this.scalar(), true, null]),
      )
      return { field, operator: this.pick(['anyOf', 'noneOf'] as const), values }
    }
    const unit = this.pick(['days', 'hours', 'minutes'] as const)
    return {
      field,
      operator: this.pick(['within', 'notWithin', 'olderThan'] as const),
      value: 1 + this.next() * 300,
      unit,
    }
  }

  query(): ContactQuery {
    const words = Array.from({ length: Math.floor(this.next() * 3) }, () => this.part())
    const filters = Array.from({ length: Math.floor(this.next() * 2.5) }, () => this.filter())
    return {
      search: this.next() < 0.5 ? '' : words.join(' '),
      filters,
      sort: { field: this.field(), direction: this.next() < 0.5 ? 'asc' : 'desc' },
    }
  }
}
