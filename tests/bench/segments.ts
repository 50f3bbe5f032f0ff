import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAudience } from '../../src-service/audience/audience'
import { machineClock } from '../../src-service/clock'
import { openDataFolder } from '../../src-service/data-folder'
import { prefixedIds } from '../../src-service/dialect/ids'
import { contactMatches } from '../../src-service/store/contact-matches'
import { sqliteDatabase } from '../../src-service/store/sqlite-database'
import { segmentStore } from '../../src-service/store/segments'
import type { Filter, FilterCondition, FilterOperator } from '../../src-shared/interface/filter'

// `npm run bench -- segments [CONTACTS]`: how long the embedded service takes to count who fits a condition. The floor
// is SQLite reading every contact's data once, as text, in the same runs.

const runs = 15

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'segments', metric, value: Number(value.toPrecision(4)), unit }))
}

function share(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function filter(
  field: string,
  operator: FilterOperator,
  value?: Filter['value'],
  unit?: Filter['unit'],
): Filter {
  return { field, operator, ...(value !== undefined && { value }), ...(unit && { unit }) }
}
const all = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
const nested: FilterCondition = {
  logic: 'OR',
  groups: [
    { filters: [filter('data.plan', 'equals', 'team'), filter('data.seats', 'greaterThan', 10)] },
    {
      filters: [filter('subscribed', 'equals', true)],
      conditions: {
        logic: 'AND',
        groups: [
          { filters: [filter('login', 'triggeredWithin', 90, 'days')] },
          { filters: [filter('data.city', 'contains', 'a'), filter('data.tags', 'contains', 'sail')] },
        ],
      },
    },
  ],
}

/** Prints the median and the 95th percentile of each kind of condition. */
export async function run(contacts = Number(process.argv[2] ?? 100_000)): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postroom-segments-'))
  try {
    const db = await openDataFolder(folder, { contacts })
    const served = sqliteDatabase(db)
    const matches = contactMatches(served)
    const segments = segmentStore(served)
    const audience = createAudience({ engine: served.engine, segments, matches, clock: machineClock })
    const make = async (type: 'STATIC' | 'DYNAMIC', condition: string | null): Promise<number> =>
      (
        await segments.create(
          { name: type, description: null, type, condition, trackMembership: false },
          Date.now(),
        )
      ).seq
    const dynamic = await make('DYNAMIC', JSON.stringify(nested))
    const fixed = await make('STATIC', null)
    db.prepare('INSERT INTO segment_member SELECT ?, seq, 0 FROM contact WHERE seq % 3 = 0').run(fixed)
    const memberOf = (operator: FilterOperator, seq: number): FilterCondition =>
      all(filter('segment', operator, prefixedIds.encode('segment', seq)))

    const conditions: Record<string, FilterCondition> = {
      'data equals': all(filter('data.plan', 'equals', 'Pro')),
      'data notEquals': all(filter('data.plan', 'notEquals', 'pro')),
      'data equals, beyond ASCII': all(filter('data.city', 'equals', 'Malmö')),
      'data contains': all(filter('data.name', 'contains', 'an')),
      'data contains, beyond ASCII': all(filter('data.name', 'contains', 'ü')),
      'data contains in a list': all(filter('data.tags', 'contains', 'sail')),
      'data nested key equals': all(filter('data.vessel.port', 'equals', 'Oslo')),
      'data number greaterThan': all(filter('data.seats', 'greaterThan', 5)),
      'data date within': all(filter('data.lastInvoice', 'within', 90, 'days')),
      'data date lessThan': all(filter('data.memberSince', 'lessThan', '2015-01-01')),
      'data exists': all(filter('data.trial', 'exists')),
      'email contains': all(filter('email', 'contains', 'gmail')),
      'created within': all(filter('createdAt', 'within', 30, 'days')),
      'event triggered': all(filter('login', 'triggered')),
      'event triggeredWithin': all(filter('login', 'triggeredWithin', 30, 'days')),
      'event triggeredOlderThan': all(filter('login', 'triggeredOlderThan', 30, 'days')),
      'event notTriggeredWithin': all(filter('email.open', 'notTriggeredWithin', 60, 'days')),
      'four filters of data': all(
        filter('data.plan', 'notEquals', 'free'),
        filter('data.seats', 'greaterThan', 2),
        filter('data.city', 'exists'),
        filter('data.lastInvoice', 'within', 365, 'days'),
      ),
      'nested AND and OR': nested,
      'member of a static segment': memberOf('memberOfSegment', fixed),
      'member of a dynamic segment': memberOf('memberOfSegment', dynamic),
      'not member of a dynamic segment': memberOf('notMemberOfSegment', dynamic),
    }
    const scan = db.prepare<[string], number>('SELECT count(*) FROM contact WHERE data LIKE ?').pluck()
    const asked: Record<string, () => number | Promise<number>> = {
      'floor: data LIKE': () => scan.get('%oslo%') ?? 0,
    }
    for (const [name, condition] of Object.entries(conditions)) {
      asked[name] = async () => matches.count(await audience.condition(condition))
    }

    const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]))
    for (let round = -1; round < runs; round++) {
      for (const [name, ask] of Object.entries(asked)) {
        const start = performance.now()
        await ask()
        // The first round fills the caches.
        if (round >= 0) times.get(name)?.push(performance.now() - start)
      }
    }
    print('contacts', contacts, 'contacts')
    for (const [name, measured] of times) {
      measured.sort((a, b) => a - b)
      print(name, share(measured, 0.5), 'ms')
      print(`${name}, p95`, share(measured, 0.95), 'ms')
    }
    db.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (require.main === module) void run()
