/** Letters that no Unicode decomposition takes apart, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const special = /[ßæœøłđðħŧþıς]/gu
/** Accents and the like. Vowel signs of Indic scripts and Japanese voicing marks are letters in all but name: they stay. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu
const lone = /\p{Surrogate}/gu
const ascii = /^[\x00-\x7f]*$/

/** Whether the text has nothing beyond ASCII. */
export function isAscii(text: string): boolean {
  return ascii.test(text)
}

/** The text with halves of surrogate pairs and the noncharacter that joins leaves (core/index/values.ts) made U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(lone, '\ufffd').replace(/\uffff/g, '\ufffd')
}

/**
 * The form in which text is compared and searched: lower case, without accents, compatibility forms (full width,
 * ligatures) made plain. `Nováková` and `novakova` fold to the same.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isAscii(lower)) return lower
  return lower
    .replace(lone, '\ufffd')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC')
}

/** The words of a search, folded, each once. A word that is nothing but accents is no word. */
export function searchWords(search: string): string[] {
  const words = wellFormed(search)
    .split(/\s+/u)
    .map(fold)
    .filter((word) => word !== '')
  return [...new Set(words)]
}
