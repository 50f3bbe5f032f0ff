// `npm run bench -- review [CONTACTS] [ROUNDS]`: what a review of a campaign waits for, as its screen asks for it (every
// rule, over the frozen audience), the first time after a start and again; and each operator of the filter grammar. The
// floor, taken in every round, is SQLite reading one key of every contact's data once.
import type { AudienceSegment } from '../../src-main/features/segments/store/audience/condition'
import type { FilterCondition } from '../../src-shared/interface/filter'
import { figure, quantile, size, spread, time } from './cache/harness'
import { open } from './cache/open'
import { copied, dynamicCondition, folder } from './review-parts/copy'
import { all, filter, operators } from './review-parts/operators'
import { openReviews, type Took } from './review-parts/reviewed'

const bench = 'review'
const calls = 20
const rounds = Number(process.argv[3] ?? 5)
const segments: AudienceSegment[] = [
  { id: 'static', copied: true },
  { id: 'dynamic', condition: dynamicCondition },
]

/** What each operator takes, over the index in memory. */
function measureOperators(): void {
  const { store, db } = copied()
  const count = (condition: FilterCondition | null): unknown =>
    store.audience.count({ asker: bench, condition, segments })
  const first = (name: string, condition: FilterCondition | null): void => {
    const [took = Number.NaN] = time(1, () => count(condition))
    figure(bench, name, took, 'ms')
  }
  figure(bench, 'contacts', size, 'contacts')
  first('the index read from its snapshot, then everyone', null)
  first('the first question of a key within a key', all(filter('data.address.zip', 'exists')))
  first('the first question of an event', all(filter('login', 'triggered')))
  first('the first question of a static segment', all(filter('segment', 'memberOfSegment', 'static')))
  const everySample: number[] = []
  for (const [name, make] of Object.entries(operators)) {
    count(all(make(0)))
    const samples = time(calls, (index) => count(all(make(index + 1))))
    everySample.push(...samples)
    spread(bench, name, samples)
  }
  figure(bench, 'every operator p95', quantile(everySample, 0.95), 'ms')
  db.close()
}

/** Milliseconds in which SQLite reads one key of every contact's data. */
function floor(): number {
  const { db } = open(folder)
  const reading = db
    .prepare<[string], number>(`SELECT count(*) FROM contact WHERE data ->> '$.plan' = ?`)
    .pluck()
  const [took = Number.NaN] = time(1, () => reading.get('pro'))
  db.close()
  return took
}

/** Prints the median of some figures in seconds, with the least and the most. */
function seconds(name: string, samples: readonly number[]): void {
  figure(bench, name, quantile(samples, 0.5) / 1000, 's')
  figure(bench, `${name}, least`, Math.min(...samples) / 1000, 's')
  figure(bench, `${name}, most`, Math.max(...samples) / 1000, 's')
}

async function measureReviews(): Promise<void> {
  const took: Record<'first' | 'again', Took[]> = { first: [], again: [] }
  const floors: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    floors.push(floor())
    const { review, close } = await openReviews()
    took.first.push(await review())
    took.again.push(await review())
    await close()
  }
  const [{ rules, people } = { rules: 0, people: 0 }] = took.first
  figure(bench, 'rules that looked', rules, 'rules')
  figure(bench, 'people who would get it', people, 'contacts')
  for (const [when, samples] of [
    ['the first time', took.first],
    ['again', took.again],
  ] as const) {
    spread(
      bench,
      `what the mail alone says, ${when}`,
      samples.map(({ mail }) => mail),
    )
    seconds(
      `to the first figure, ${when}`,
      samples.map((each) => each.figure),
    )
    seconds(
      `to who they are, ${when}`,
      samples.map(({ audience }) => audience),
    )
    seconds(
      `to all checks, ${when}`,
      samples.map((each) => each.all),
    )
  }
  seconds('floor: SQLite reads one key of everybody', floors)
  figure(bench, 'memory', process.memoryUsage().rss / 1e6, 'MB')
}

measureOperators()
void measureReviews()
