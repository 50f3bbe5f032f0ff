/** So many characters a mail program shows at most. */
const shown = 160

/** What a mail program shows after the subject: the first words of a mail, hidden ones too. */
export function preheaderOf(words: string): string {
  const text = words
    .slice(0, 20_000)
    // What fills the line so that nothing else shows: no-break spaces and characters without a width.
    .replace(
      /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\ufeff]/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(text).slice(0, shown).join('')
}
