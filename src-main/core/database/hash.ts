/**
 * A 32-bit hash of a text (0 to 4,294,967,295). It is stored in the `_key` tables, so it may never change: another
 * one needs a migration that builds them anew. Two multiplications a character (MurmurHash3's finish, FNV-1a's
 * loop) spread the ids of services well enough that a million of them meet rarely; a meeting costs a comparison.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
