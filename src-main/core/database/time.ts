/**
 * Stands for a time that the service did not send: it sorts last in a newest-first list. The earliest instant
 * that a Date can hold, which no record has.
 */
export const absent = -8_640_000_000_000_000

/** A time as it is stored: milliseconds, or {@link absent} where it is missing or cannot be read. */
export function toStored(text: string | undefined): number {
  if (text === undefined) return absent
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? absent : ms
}

/** A stored time as the contract has it. */
export function fromStored(stored: number): number | null {
  return stored === absent ? null : stored
}

/** Whether a stored time gives back the very text it was read from. */
export function isCanonical(text: string, stored: number): boolean {
  return stored !== absent && new Date(stored).toISOString() === text
}
