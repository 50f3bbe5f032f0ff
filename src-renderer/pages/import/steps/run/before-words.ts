/** Seconds that so many requests take at a share of the budget, in requests a minute; null where nothing may be sent. */
export function secondsToWrite(rows: number, share: number): number | null {
  return share < 1 ? null : (rows / share) * 60
}
