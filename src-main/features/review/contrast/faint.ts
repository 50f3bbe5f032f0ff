import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap } from 'parse5'
import { isNestedDeeply } from '../../../../src-shared/interface/plain-text'
import { attributeOf } from '../render/inert'
import { sheetsOf } from '../parsed-mail'
import { Showing } from '../shown/showing'
import { type Colour, contrast, turned, written } from './colour'
import { colourSheets, type ColourSheets, type TextColours } from './sheets'

/** A text that hardly differs from what it stands on. Offsets of the body. */
export interface Faint {
  start: number
  end: number
  words: string
  ratio: number
  ink: string
  ground: string
}

/** `light`: as it is written; `dark`: with what it says for dark; `turned`: inverted by a program. */
export type Scheme = 'light' | 'dark' | 'turned'

/** Less is not read by everybody. Large text may have less. */
const enough = { text: 4.5, large: 3 }

const base: Record<'light' | 'dark', TextColours> = {
  light: { ink: [0, 0, 0], ground: [255, 255, 255] },
  dark: { ink: [237, 233, 225], ground: [28, 27, 24] },
}

interface WithinColours {
  colours: TextColours
  showing: Showing
  large: boolean
  silent: boolean
}

/** The texts of a mail that are hard to read, the worst first. Where a colour is not known nothing is said. */
export function faintTexts(body: string, scheme: Scheme): Faint[] {
  if (isNestedDeeply(body)) return []
  const document = parse(body, { sourceCodeLocationInfo: true, scriptingEnabled: false })
  const sheets = colourSheets(document, scheme === 'dark')
  const found: Faint[] = []
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
      const faint = within.silent ? null : judged(node, within, scheme)
      if (faint) found.push(faint)
      continue
    }
    const inner = defaultTreeAdapter.isElementNode(node) ? entered(node, within, sheets) : within
    if ('childNodes' in node)
      for (const child of node.childNodes) waiting.push({ node: child, within: inner })
  }
  return found.sort((one, other) => one.ratio - other.ratio || one.start - other.start)
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

function judged(
  node: DefaultTreeAdapterMap['textNode'],
  { colours: { ink, ground }, showing, large }: WithinColours,
  scheme: Scheme,
): Faint | null {
  const words = node.value.replace(/[\s\u00a0\u034f\u200b-\u200f\ufeff]+/g, ' ').trim()
  if (ink === null || ground === null || showing.hidesText || !/[\p{L}\p{N}]/u.test(words)) return null
  const [shownInk, shownGround]: [Colour, Colour] =
    scheme === 'turned' ? [turned(ink), turned(ground)] : [ink, ground]
  const ratio = contrast(shownInk, shownGround)
  if (ratio >= (large ? enough.large : enough.text)) return null
  const { startOffset: start = 0, endOffset: end = 0 } = node.sourceCodeLocation ?? {}
  return {
    start,
    end,
    words: words.slice(0, 60),
    ratio,
    ink: written(shownInk),
    ground: written(shownGround),
  }
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
