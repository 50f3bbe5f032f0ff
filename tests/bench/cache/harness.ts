import { readFileSync } from 'node:fs'

/** How many contacts: the first argument, else a million. */
export const size = Number(process.argv[2] ?? 1_000_000)

/** Prints one figure. */
export function figure(bench: string, metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench, metric, value: Number(value.toPrecision(4)), unit }))
}

/** The value below which a share (0 to 1) of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Milliseconds that each call takes. */
export function time(calls: number, act: (index: number) => unknown): number[] {
  const samples: number[] = []
  for (let index = 0; index < calls; index += 1) {
    const start = performance.now()
    act(index)
    samples.push(performance.now() - start)
  }
  return samples
}

/** {@link time} of calls that are waited for, `together` of them at once. */
export async function timed(
  calls: number,
  act: (index: number) => Promise<unknown>,
  together = 1,
): Promise<number[]> {
  const samples: number[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < calls; index = next++) {
      const start = performance.now()
      await act(index)
      samples.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: together }, lane))
  return samples
}

/** Prints the median and the 95th percentile of some samples in milliseconds. */
export function spread(bench: string, metric: string, samples: readonly number[]): void {
  figure(bench, `${metric} p50`, quantile(samples, 0.5), 'ms')
  figure(bench, `${metric} p95`, quantile(samples, 0.95), 'ms')
}

/** Bytes this process has handed to the system to write, on Linux; NaN elsewhere. */
export function bytesWritten(): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}
