/** A time that the service sent, in milliseconds since 1970; null where it said none, or none that can be read. */
export function instantOf(text: string | null | undefined): number | null {
  const ms = text === null || text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** The day of an instant where this runs, as date fields and names of files have it: "2026-01-05". */
export function localDate(instant: number): string {
  const date = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
