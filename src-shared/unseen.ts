import { t } from './messages/message'
/** Names of characters that nobody sees and that are met most. */
const names = new Map<number, string>([
  [0x00, 'null'],
  [0x07, 'bell'],
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0a, 'line feed'],
  [0x0b, 'vertical tab'],
  [0x0c, 'form feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
  [0xad, 'soft hyphen'],
  [0x61c, 'Arabic letter mark'],
  [0x180e, 'Mongolian vowel separator'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of embedding'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0xfeff, 'byte order mark'],
])

/**
 * What would be taken for something else, or for nothing, where a text is shown: controls but for tab and line ends, and
 * what overrides directions or hides. The joiners and marks that scripts are written with are not among it.
 */
const hidden = new RegExp(
  '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]',
  'gu',
)

/** "U+202E" of a character. */
function codePointOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** "U+202E (right-to-left override)" of a character that nobody sees; of a less common one, what kind it is. */
export function unseenName(character: string): string {
  const name = names.get(character.codePointAt(0) ?? 0)
  const kind = /\p{Cc}/u.test(character)
    ? t('app.unseen.aControlCharacter')
    : t('app.unseen.aCharacterThatNobody')
  return `${codePointOf(character)} (${name ?? kind})`
}

/**
 * The first character of a text that nobody sees: a control or format character, or another that is drawn as nothing and that
 * domains lose when they are written in ASCII (variation selectors, fillers); null where it has none.
 */
export function firstUnseen(text: string): string | null {
  return /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.exec(text)?.[0] ?? null
}

/** A text as it is shown: with the numbers of characters that hide something, "ann⟨U+202E⟩moc.x". */
export function shownText(text: string): string {
  return text.replace(hidden, (character) => `⟨${codePointOf(character)}⟩`)
}
