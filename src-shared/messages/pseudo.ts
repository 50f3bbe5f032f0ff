import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

const plain = 'aceinouACEINOU'
const accented = 'àçéíñóúÀÇÉÍÑÓÚ'

/**
 * An English text as a longer language would have it: every letter still readable, in brackets, 40 % longer; its places stay.
 * What stands on screen without brackets is in no catalogue; a box that breaks would break in German.
 */
export function pseudoText(text: string): string {
  const elements = parse(text, { ignoreTag: true, captureLocation: true })
  const letters = elements.reduce((sum, { type, location }) => {
    const length = location ? location.end.offset - location.start.offset : 0
    return sum + (type === TYPE.literal ? length : 4)
  }, 0)
  return `⟦${elements.map((element) => accent(element, text)).join('')}${' ~'.repeat(Math.ceil(letters / 5))}⟧`
}

/** Only words outside of places change: a plural's own words are few, and go along. */
function accent({ type, location }: MessageFormatElement, text: string): string {
  const source = location ? text.slice(location.start.offset, location.end.offset) : ''
  if (type !== TYPE.literal) return source
  return source.replace(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)
}
