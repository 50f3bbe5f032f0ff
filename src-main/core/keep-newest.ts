/** Puts an entry behind all others, and lets go of the first ones where they are more than so many. */
export function keepNewest<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(oldest)
  }
}
