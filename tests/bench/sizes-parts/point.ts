import { z } from 'zod'

/** One place of a line in a chart: `value` in the chart's unit at so many rows. */
export const pointSchema = z.object({
  chart: z.string(),
  line: z.string(),
  rows: z.number().int().positive(),
  value: z.number(),
})
export type Point = z.infer<typeof pointSchema>

/** The rows that this process measures at: its first argument. */
export const rows = Number(process.argv[2])

/** Says a figure to the program that draws. */
export function point(chart: string, line: string, value: number): void {
  const said: Point = { chart, line, rows, value: Number(value.toPrecision(3)) }
  console.log(JSON.stringify(said))
}
