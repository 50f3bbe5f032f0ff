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
  return `⟦${accent(elements, text)}${' ~'.repeat(Math.ceil(letters / 5))}⟧`
}

/** Only words outside of places change, those that a plural or a choice says among them. */
function accent(elements: readonly MessageFormatElement[], text: string): string {
  const spans = wordsOf(elements)
  let done = 0
  let said = ''
  for (const [from, to] of spans) {
    said += text.slice(done, from) + text.slice(from, to).replace(/[a-z]/gi, accentedLetter)
    done = to
  }
  return said + text.slice(done)
}

const accentedLetter = (letter: string): string => accented[plain.indexOf(letter)] ?? letter

/** Where words stand in a text, from its start on. */
function wordsOf(elements: readonly MessageFormatElement[]): [number, number][] {
  return elements.flatMap((element): [number, number][] => {
    if ('options' in element) return Object.values(element.options).flatMap(({ value }) => wordsOf(value))
    const { type, location } = element
    return type === TYPE.literal && location ? [[location.start.offset, location.end.offset]] : []
  })
}
