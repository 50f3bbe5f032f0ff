import { secondsFor } from '../../../../src-shared/campaign-rates'
import type { Plan, PlanPreview, PlanSlice } from '../../../../src-shared/bridge/plans'
import { limitOf } from '../../../../src-shared/sending-plan/slices'
import type { PlanSettings } from '../../../../src-shared/sending-plan/settings'

/** A slice as its table shows it. */
export interface SliceLine {
  number: number
  at: number
  people: number
  /** Share of everybody who has it by then, 0 to 1. */
  soFar: number
  /** Of each column; `full`: its limit is reached. */
  cells: { count: number; full: boolean }[]
  seconds: number
  /** null: the plan has not begun. */
  slice: PlanSlice | null
}

/** The slices of a plan, or of what settings come to, with the columns that say anything. */
export function sliceLines(
  of: Pick<Plan, 'columns' | 'slices'> | Pick<PlanPreview, 'columns' | 'slices'>,
  settings: PlanSettings,
): { columns: (string | null)[]; lines: SliceLine[]; all: number } {
  const places = shownColumns(of)
  const all = of.slices.reduce((sum, { people }) => sum + people, 0)
  let before = 0
  const lines = of.slices.map((slice, index) => {
    before += slice.people
    return {
      number: index + 1,
      at: slice.at,
      people: slice.people,
      soFar: all === 0 ? 0 : before / all,
      cells: places.map((place) => {
        const count = slice.byDomain[place] ?? 0
        return { count, full: count > 0 && count >= limitOf(settings, of.columns[place] ?? null) }
      }),
      seconds: secondsFor(slice.people),
      slice: 'state' in slice ? slice : null,
    }
  })
  return { columns: places.map((place) => of.columns[place] ?? null), lines, all }
}

/** The places of the columns that are shown: the domains with the most people, then all others. */
function shownColumns({ columns, slices }: Pick<PlanPreview, 'columns' | 'slices'>): number[] {
  const total = (place: number) => slices.reduce((sum, { byDomain }) => sum + (byDomain[place] ?? 0), 0)
  const named = columns.flatMap((domain, place) => (domain === null || total(place) === 0 ? [] : [place]))
  const others = columns.indexOf(null)
  return [
    ...named.sort((one, other) => total(other) - total(one)),
    ...(others >= 0 && total(others) > 0 ? [others] : []),
  ]
}

/** The bars of a chart: a slice each, and the days of rest between. */
export function sliceBars(
  lines: readonly SliceLine[],
): { key: string; at: number; line: SliceLine | null }[] {
  const day = 86_400_000
  return lines.flatMap((line, index) => {
    const before = lines[index - 1]
    const days = before === undefined ? 0 : Math.round((line.at - before.at) / day)
    const rests = Array.from({ length: Math.min(Math.max(days - 1, 0), 6) }, (_, at) => {
      const time = (before?.at ?? 0) + (at + 1) * day
      return { key: `rest ${time}`, at: time, line: null }
    })
    const isWeekend = ({ at }: { at: number }) => [0, 6].includes(new Date(at).getDay())
    return [...rests.filter(isWeekend), { key: String(line.number), at: line.at, line }]
  })
}
