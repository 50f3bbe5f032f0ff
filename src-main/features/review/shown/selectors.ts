import { compile } from 'css-select'
import { type AttributeSelector, isTraversal, parse, type Selector as Part, SelectorType } from 'css-what'
import type { CssToken } from '../render/css-tokens'
import type { Node, Styled, Tree } from './tree'

/** A selector, ready to be asked. */
export interface Selector {
  means(element: Styled): boolean
  specificity: number
  /** What it asks of the element itself that rules out most others: `#id` or `.class`, in lower case; empty: nothing such. */
  key: string
}

/** Longer than any that somebody wrote; what is beyond is left out. */
export const longestSelector = 1000
/** Names after a colon that a mail as it stands answers: any other asks for a state, or for a part of an element. */
const answered =
  /^(?:not|is|where|has|root|empty|link|any-link|(?:first|last|only)-(?:child|of-type)|nth-(?:last-)?(?:child|of-type))$/

/**
 * The selectors before a block, one by one as they are written.
 * @param parent what means the elements of the rule that this one stands in; null where it stands in none
 */
export function writtenSelectors(prelude: readonly CssToken[], parent: string | null): string[] {
  if (prelude.some(({ kind, text }) => /^(?:bad|wrapper|url|at)$/.test(kind) || /^[!<]$/.test(text)))
    return []
  const texts: string[] = []
  let begin = 0
  for (let at = 0; at <= prelude.length; at += (prelude[at]?.span ?? 0) + 1) {
    if (at < prelude.length && prelude[at]?.text !== ',') continue
    texts.push(written(prelude.slice(begin, at), parent))
    begin = at + 1
  }
  return texts.filter(({ length }) => length <= longestSelector)
}

function written(tokens: readonly CssToken[], parent: string | null): string {
  let text = ''
  let isAboutParent = false
  for (let at = 0, token = tokens[0]; token !== undefined; token = tokens[(at += 1)]) {
    const next = tokens[at + 1]
    if (token.text === '&' && parent !== null) {
      isAboutParent = true
      text += parent
    } else if (token.text === '*' && next?.text === '|' && tokens[at + 2]?.text !== '=') {
      // An element of any namespace: all of a mail are of one.
      at += 1
    } else if (token.text === ':' && next && !answered.test(next.name)) {
      at += next.text === ':' ? 2 : 1
      at += tokens[at]?.span ?? 0
      text += ':not(*)'
    } else text += token.text
  }
  return parent === null || isAboutParent ? text : `${parent} ${text}`
}

/** Makes selectors ready. Those that are none are left out. */
export function selectorsOf(texts: readonly string[], adapter: Tree): Selector[] {
  return texts.flatMap((text) => {
    try {
      return parse(text).map((parts) => {
        const ranking = { specificity: specificityOf(parts), key: keyOf(parts) }
        // Classes and ids of old mails are read without regard to case.
        const means = compile<Node, Styled>([parts], { adapter, quirksMode: true, relativeSelector: false })
        return { ...ranking, means }
      })
    } catch {
      return []
    }
  })
}

function specificityOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + weightOf(part), 0)
}

function weightOf(part: Part): number {
  if (part.type === SelectorType.Tag) return 1
  if (part.type === SelectorType.Attribute) return isShort(part) && part.name === 'id' ? 10_000 : 100
  if (part.type !== SelectorType.Pseudo || part.name === 'where') return 0
  return Array.isArray(part.data) ? Math.max(...part.data.map(specificityOf)) : 100
}

/** Whether it is written as `#id` or `.class`. */
const isShort = (part: Part): part is AttributeSelector =>
  part.type === SelectorType.Attribute && part.ignoreCase === 'quirks'

function keyOf(parts: readonly Part[]): string {
  const own = parts.slice(parts.map(isTraversal).lastIndexOf(true) + 1).filter(isShort)
  const asked = own.find(({ name }) => name === 'id') ?? own[0]
  return asked ? `${asked.name === 'id' ? '#' : '.'}${asked.value.toLowerCase()}` : ''
}
