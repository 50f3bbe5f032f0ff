/** Scripts whose letters stand in for those of others, and those that honest names are written in. */
const scripts = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
  // Written together in Japan, China and Korea, and with Latin letters among them.
  [
    'East Asian',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  ],
] as const
export type ScriptName = (typeof scripts)[number][0]

/** The scripts that one label of a domain mixes, in its own letters: "Latin", "Cyrillic"; none where that is honest. */
export function mixedScripts(label: string): ScriptName[] {
  const found = scripts.filter(([, letters]) => letters.test(label)).map(([name]) => name)
  const honest = found.length < 2 || (found.length === 2 && found[0] === 'Latin' && found[1] === 'East Asian')
  return honest ? [] : found
}

/** Whether a label in Cyrillic letters would be taken for one in Latin: each of them looks like a Latin one. */
export function looksLatin(label: string): boolean {
  return /[а-яѕіјԁһӏ]/u.test(label) && /^[аеорсхуіјѕԁһӏ\d-]+$/u.test(label)
}
