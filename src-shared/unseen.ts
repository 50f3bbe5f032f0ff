import { t, type MessageKey } from './messages/message'
/** Names of characters that nobody sees and that are met most. */
const names = new Map<number, MessageKey>([
  [0x00, 'app.unseen.null'],
  [0x07, 'app.unseen.bell'],
  [0x08, 'app.unseen.backspace'],
  [0x09, 'app.unseen.tab'],
  [0x0a, 'app.unseen.lineFeed'],
  [0x0b, 'app.unseen.verticalTab'],
  [0x0c, 'app.unseen.formFeed'],
  [0x0d, 'app.unseen.carriageReturn'],
  [0x1b, 'app.unseen.escape'],
  [0x7f, 'app.unseen.delete'],
  [0xad, 'app.unseen.softHyphen'],
  [0x61c, 'app.unseen.arabicLetterMark'],
  [0x180e, 'app.unseen.mongolianVowelSeparator'],
  [0x200b, 'app.unseen.zeroWidthSpace'],
  [0x200c, 'app.unseen.zeroWidthNonJoiner'],
  [0x200d, 'app.unseen.zeroWidthJoiner'],
  [0x200e, 'app.unseen.leftToRightMark'],
  [0x200f, 'app.unseen.rightToLeftMark'],
  [0x202a, 'app.unseen.leftToRightEmbedding'],
  [0x202b, 'app.unseen.rightToLeftEmbedding'],
  [0x202c, 'app.unseen.endOfEmbedding'],
  [0x202d, 'app.unseen.leftToRightOverride'],
  [0x202e, 'app.unseen.rightToLeftOverride'],
  [0x2060, 'app.unseen.wordJoiner'],
  [0x2066, 'app.unseen.leftToRightIsolate'],
  [0x2067, 'app.unseen.rightToLeftIsolate'],
  [0x2068, 'app.unseen.firstStrongIsolate'],
  [0x2069, 'app.unseen.endOfIsolate'],
  [0xfeff, 'app.unseen.byteOrderMark'],
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
  return `${codePointOf(character)} (${name ? t(name) : kind})`
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
