import { inOrder } from '../store/in-order'
/** What tells the figures of one metric apart. Values come from small sets of ours, never from a request. */
export type Labels = Readonly<Record<string, string>>

interface Figure {
  labels: Labels
  value: number
  /** What stands behind the metric's name. */
  suffix?: '_bucket' | '_sum' | '_count'
}

/** A metric, as Prometheus reads it. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  figures(): Promise<Figure[]>
}

/** A figure that is looked up when it is asked for. */
export function looked(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  read: () => readonly (readonly [Labels, number])[] | Promise<readonly (readonly [Labels, number])[]>,
): Metric {
  return {
    name,
    help,
    type,
    figures: async () => (await read()).map(([labels, value]) => ({ labels, value })),
  }
}

/** A metric that counts from 0, and what adds to it. `known` are the labels that are told before anything was counted. */
export function counter(name: string, help: string, known: readonly Labels[] = []) {
  const counts = new Map(known.map((labels) => [keyOf(labels), { labels, value: 0 }]))
  return {
    metric: { name, help, type: 'counter', figures: async () => [...counts.values()] } satisfies Metric,
    add(labels: Labels): void {
      const key = keyOf(labels)
      const found = counts.get(key)
      if (found) found.value++
      else counts.set(key, { labels, value: 1 })
    },
  }
}

/** A metric that says how many of what was observed were at most so much, and what adds to it. */
export function histogram(name: string, help: string, bounds: readonly number[]) {
  interface Series {
    labels: Labels
    /** As many as fell between a bound and the one before. */
    counts: number[]
    sum: number
  }
  const all = new Map<string, Series>()
  const figuresOf = ({ labels, counts, sum }: Series): Figure[] => {
    let below = 0
    const buckets = counts.map((count, at): Figure => {
      below += count
      return { suffix: '_bucket', labels: { ...labels, le: String(bounds[at] ?? '+Inf') }, value: below }
    })
    return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: below }]
  }
  return {
    metric: {
      name,
      help,
      type: 'histogram',
      figures: async () => [...all.values()].flatMap(figuresOf),
    } satisfies Metric,
    observe(labels: Labels, value: number): void {
      const key = keyOf(labels)
      let series = all.get(key)
      if (!series) all.set(key, (series = { labels, counts: bounds.map(() => 0).concat(0), sum: 0 }))
      const bucket = bounds.findIndex((bound) => value <= bound)
      series.counts[bucket === -1 ? bounds.length : bucket]!++
      series.sum += value
    },
  }
}

const keyOf = (labels: Labels): string => Object.values(labels).join('\n')

/** The metrics in the text format of Prometheus, version 0.0.4. */
export async function exposition(metrics: readonly Metric[]): Promise<string> {
  const parts = await inOrder(metrics, async ({ name, help, type, figures }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...(await figures()).map(
      ({ labels, value, suffix = '' }) => `${name}${suffix}${written(labels)} ${value}`,
    ),
  ])
  return `${parts.flat().join('\n')}\n`
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
