/**
 * Tells text that was UTF-8 and was read as Windows-1252 by an earlier program: "JosÃ©" for "José", "â€™" for "’". The
 * second character of each pair is one that hardly ever follows the first in a word.
 */
const pair =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]|â€[\u0080-\u009f\u0153\u00a6\u02dc\u2122\u201c\u201d\u0161]/

/** Characters of which one is in every garbled text: quickly looked for. */
export function mayBeGarbled(text: string): boolean {
  return text.includes('Ã') || text.includes('Â') || text.includes('â€')
}

/** Whether a cell was garbled by an earlier program. */
export function isGarbled(cell: string): boolean {
  return pair.test(cell)
}
