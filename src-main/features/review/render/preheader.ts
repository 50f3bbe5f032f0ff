/** So many characters a mail program shows at most. */
const shown = 160

/** What a mail program shows after the subject: the first words of a mail, hidden ones too. */
export function preheaderOf(words: string): string {
  const text = withoutFilling(words.slice(0, 20_000)).replace(/\s+/g, ' ').trim()
  return Array.from(text).slice(0, shown).join('')
}

/** A text without what fills the line of a preheader so that nothing else shows: characters without a width. */
export function withoutFilling(text: string): string {
  return text.replace(
    /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0]/g,
    '',
  )
}
