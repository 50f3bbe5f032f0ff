import { figure, quantile } from '../cache/harness'

/** Milliseconds from the start of a program until its shell, and until its first rows were on the screen. */
export interface Moments {
  readonly shell: number
  readonly rows: number
}

/** Milliseconds after which nothing more is expected. */
export const patience = 60_000

/** Starts the floor and the program by turns, each once before it counts, and prints medians and their ratios. */
export async function compare(
  host: string,
  { floor, program, turns }: { floor(): Promise<Moments>; program(): Promise<Moments>; turns: number },
): Promise<void> {
  await floor()
  await program()
  const floors: Moments[] = []
  const starts: Moments[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    floors.push(await floor())
    starts.push(await program())
  }
  const empty = median(floors, 'shell')
  figure('start', `${host}: empty`, empty, 'ms')
  for (const moment of ['shell', 'rows'] as const) {
    const ms = median(starts, moment)
    figure('start', `${host}: ${moment}`, ms, 'ms')
    figure('start', `${host}: ${moment}, ratio to empty`, ms / empty, 'x')
  }
}

function median(all: readonly Moments[], moment: keyof Moments): number {
  return quantile(
    all.map((each) => each[moment]),
    0.5,
  )
}
