import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap } from 'parse5'
import { isNestedDeeply } from '../../../../src-shared/interface/plain-text'
import { attributeOf } from '../render/inert'
import { sheetsOf } from '../parsed-mail'
import { Showing } from '../shown/showing'
import { type Colour, contrast, turned, written } from './colour'
import { colourSheets, type ColourSheets, type TextColours } from './sheets'

/** Where a text stands: offsets of the body. */
interface TextPlace {
  start: number
  end: number
}

/** A text that hardly differs from what it stands on. */
export interface Faint extends TextPlace {
  words: string
  ratio: number
  ink: string
  ground: string
}

/** `light`: as it is written; `dark`: with what it says for dark; `turned`: inverted by a program. */
export type Scheme = 'light' | 'dark' | 'turned'

/** Less is not read by everybody. Large text may have less, and so may text over a picture. */
const enough = { text: 4.5, large: 3 }

const base: Record<'light' | 'dark', TextColours> = {
  light: { ink: [0, 0, 0], ground: [255, 255, 255], picture: false },
  dark: { ink: [237, 233, 225], ground: [28, 27, 24], picture: false },
}

interface WithinColours {
  colours: TextColours
  showing: Showing
  large: boolean
  silent: boolean
}

interface Text {
  node: DefaultTreeAdapterMap['textNode']
  within: WithinColours
  words: string
}

/** The texts of a mail that are hard to read, the worst first. Where a colour is not known nothing is said. */
export function faintTexts(body: string, scheme: Scheme): Faint[] {
  const found = textsOf(body, scheme).flatMap((text) => judged(text, scheme) ?? [])
  return found.sort((one, other) => one.ratio - other.ratio || one.start - other.start)
}

/** Texts over pictures without a colour beneath: nobody can tell whether they are read. */
export function textsOverPictures(body: string): TextPlace[] {
  return textsOf(body, 'light')
    .filter(({ within: { colours } }) => colours.picture && colours.ground === null)
    .map(placeOf)
    .reverse()
}

/** The texts that are shown, with what they stand in; the last first. */
function textsOf(body: string, scheme: Scheme): Text[] {
  if (isNestedDeeply(body)) return []
  const document = parse(body, { sourceCodeLocationInfo: true, scriptingEnabled: false })
  const sheets = colourSheets(document, scheme === 'dark')
  const found: Text[] = []
  const waiting: { node: DefaultTreeAdapterMap['node']; within: WithinColours }[] = [
    {
      node: document,
      within: {
        colours: base[scheme === 'dark' ? 'dark' : 'light'],
        showing: Showing.of(sheetsOf(document)),
        large: false,
        silent: false,
      },
    },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, within } = next
    if (defaultTreeAdapter.isTextNode(node)) {
      const words = node.value.replace(/[\s\u00a0\u034f\u200b-\u200f\ufeff]+/g, ' ').trim()
      const isShown = !within.silent && !within.showing.hidesText && /[\p{L}\p{N}]/u.test(words)
      if (isShown) found.push({ node, within, words })
      continue
    }
    const inner = defaultTreeAdapter.isElementNode(node) ? entered(node, within, sheets) : within
    if ('childNodes' in node)
      for (const child of node.childNodes) waiting.push({ node: child, within: inner })
  }
  return found
}

function entered(
  element: DefaultTreeAdapterMap['element'],
  within: WithinColours,
  sheets: ColourSheets,
): WithinColours {
  return {
    colours: sheets.on(element, within.colours),
    showing: within.showing.within(element, attributeOf(element, 'style') ?? undefined),
    large: within.large || /^h[1-3]$/.test(element.tagName),
    silent: within.silent || /^(?:style|script|title|noscript|template|head|svg)$/.test(element.tagName),
  }
}

function judged({ node, within, words }: Text, scheme: Scheme): Faint | null {
  const { ink, ground, picture } = within.colours
  if (ink === null || ground === null) return null
  const [shownInk, shownGround]: [Colour, Colour] =
    scheme === 'turned' ? [turned(ink), turned(ground)] : [ink, ground]
  const ratio = contrast(shownInk, shownGround)
  if (ratio >= (within.large || picture ? enough.large : enough.text)) return null
  const [shown, beneath] = [written(shownInk), written(shownGround)]
  return { ...placeOf({ node }), words: words.slice(0, 60), ratio, ink: shown, ground: beneath }
}

function placeOf({ node }: Pick<Text, 'node'>): TextPlace {
  const { startOffset: start = 0, endOffset: end = 0 } = node.sourceCodeLocation ?? {}
  return { start, end }
}

/** The text that is hardest to read where a mail is shown in dark; null where none is, or it is not. */
export function faintestIn(
  body: string,
  dark: boolean | 'kept' | 'turned',
  knowsDark: boolean,
): (Omit<Faint, 'start' | 'end'> & { line: number }) | null {
  if (typeof dark === 'boolean') return null
  const [worst] = faintTexts(body, dark === 'turned' ? 'turned' : knowsDark ? 'dark' : 'light')
  if (worst === undefined) return null
  const { words, ratio, ink, ground } = worst
  return { words, ratio, ink, ground, line: body.slice(0, worst.start).split('\n').length }
}
