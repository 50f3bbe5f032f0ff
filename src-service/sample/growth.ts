/** How far back the sample reaches, in milliseconds: two years. */
export const span = 730 * 24 * 60 * 60 * 1000

/**
 * When the contact at `share` (0 the first, 1 the last) of an audience joined, as a part (0 to 1) of the two years.
 * The audience grows as 0.3 t + 0.7 t²: slowly at first, and in the last month five times as fast as in the first.
 */
export function joinedAt(share: number): number {
  return (Math.sqrt(0.09 + 2.8 * share) - 0.3) / 1.4
}
