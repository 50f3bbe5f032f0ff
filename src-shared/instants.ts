/** A time that the service sent, in milliseconds since 1970; null where it said none, or none that can be read. */
export function instantOf(text: string | null | undefined): number | null {
  const ms = text === null || text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
