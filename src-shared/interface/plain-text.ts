import { compile, type SelectorDefinition } from 'html-to-text'
import { lazily } from '../lazily'

const headings: SelectorDefinition[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}))
// Tables lay a mail out: a row is a line, a cell a word of it.
const cells: SelectorDefinition[] = ['td', 'th'].map((selector) => ({
  selector,
  format: 'inlineSurround',
  options: { suffix: ' ' },
}))

const converter = lazily(() =>
  compile({
    // Lines of any length: the transfer encoding wraps them, and whoever reads them has a width of their own.
    wordwrap: false,
    selectors: [
      ...headings,
      ...cells,
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'title', format: 'skip' },
    ],
    limits: { maxDepth: 200, maxInputLength: 20 * 1024 * 1024 },
  }),
)

/** Deeper than any message of a person; what it costs to parse grows with the square of it. */
const depthMax = 5000

/** An HTML body as plain text: links with their addresses, no images. Empty where it is nested beyond reason. */
export function plainText(html: string): string {
  if (isNestedDeeply(html)) return ''
  const lines = converter()(html).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether elements of HTML lie deeper in each other than any mail of a person. Linear in its length. */
export function isNestedDeeply(html: string): boolean {
  // A closing tag closes one of its own name, so what was never opened cannot hide the depth.
  const open = new Map<string, number>()
  let depth = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    const key = name?.toLowerCase() ?? ''
    if (voidElements.has(key)) continue
    const count = open.get(key) ?? 0
    if (slash === '' || count > 0) {
      open.set(key, count + (slash === '' ? 1 : -1))
      depth += slash === '' ? 1 : -1
    }
    if (depth > depthMax) return true
  }
  return false
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
