/**
 * The number that a person typed to confirm how many get a mail; null where it is none. Thousands may be set apart, as
 * they are on screen: by spaces, commas, points or apostrophes, in groups of three.
 */
export function typedCount(text: string): number | null {
  const trimmed = text.trim()
  if (!/^(\d+|\d{1,3}(([\s,.'’_])\d{3})(\3\d{3})*)$/u.test(trimmed)) return null
  return Number(trimmed.replace(/\D/g, ''))
}
