import type { DefaultTreeAdapterMap } from 'parse5'
import { CssBlock } from '../render/css-block'
import { attributeOf } from '../render/inert'
import { type Selector, selectorsOf, writtenSelectors } from '../shown/selectors'
import { countedTree, type Styled } from '../shown/tree'
import { type Colour, colourOf, type ColourValue, valueOf } from './colour'

/** What a text is written in, and on; null: not known. */
export interface TextColours {
  ink: Colour | null
  ground: Colour | null
}

type ColourProperty = keyof TextColours
type Said = Map<ColourProperty, { value: ColourValue; important: boolean }>

/** So much of comparing selectors with elements a mail is worth; beyond, nothing is known of its colours. */
const mostLooks = 500_000

/** The rules of a mail that have to do with colours. */
export class ColourSheets {
  readonly #rules: { selector: Selector; said: Said; order: number }[] = []
  #looks = 0
  readonly #tree = countedTree((cost) => (this.#looks += cost) <= mostLooks)

  constructor(private readonly dark: boolean) {}

  /** Adds a sheet. Conditions of a width hold for some only: what stands in them is left out. */
  add(block: CssBlock): void {
    for (const item of block.items()) {
      if (item.kind === 'declaration') continue
      const [begin, ...rest] = item.prelude
      if (begin?.kind === 'at') {
        const media = rest.map(({ text }) => text).join('')
        if (begin.name === 'media' && this.#holds(media)) this.add(item.block)
        continue
      }
      const said = saidIn(item.block)
      if (said.size === 0) continue
      for (const selector of selectorsOf(writtenSelectors(item.prelude, null), this.#tree))
        this.#rules.push({ selector, said, order: this.#rules.length })
    }
  }

  #holds(media: string): boolean {
    const scheme = /prefers-color-scheme\s*:\s*(dark|light)/i.exec(media)?.[1]?.toLowerCase()
    if (scheme !== undefined) return (scheme === 'dark') === this.dark && !/width|print/i.test(media)
    return /^\s*(?:only\s+)?(?:all|screen)\s*$/i.test(media)
  }

  /** The colours in an element, given those that it stands in. */
  on(element: Styled, around: TextColours): TextColours {
    const winners = new Map<ColourProperty, { value: ColourValue; rank: number }>()
    const offer = (said: Said, rank: number): void => {
      for (const [property, { value, important }] of said) {
        const weight = rank + (important ? 1e12 : 0)
        if (weight >= (winners.get(property)?.rank ?? -1)) winners.set(property, { value, rank: weight })
      }
    }
    offer(byAttributes(element), 0)
    for (const { selector, said, order } of this.#rules)
      if (selector.means(element)) offer(said, 1 + selector.specificity * 10_000 + order)
    const style = attributeOf(element, 'style')
    if (style !== null) offer(saidIn(CssBlock.ofAttribute(style)), 1e11)
    if (this.#looks > mostLooks) return { ink: null, ground: null }
    const of = (property: ColourProperty): Colour | null => {
      const winner = winners.get(property)
      return winner === undefined || winner.value === 'inherits' ? around[property] : winner.value
    }
    return { ink: of('ink'), ground: of('ground') }
  }
}

/** Colours by attributes; a link without one has that of its program. */
function byAttributes(element: Styled): Said {
  const said: Said = new Map()
  const take = (property: ColourProperty, name: string): void => {
    const text = attributeOf(element, name)
    if (text !== null) said.set(property, { value: colourOf(text), important: false })
  }
  if (element.tagName === 'a' && attributeOf(element, 'href') !== null)
    said.set('ink', { value: null, important: false })
  take('ground', 'bgcolor')
  if (attributeOf(element, 'background') !== null) said.set('ground', { value: null, important: false })
  if (element.tagName === 'font') take('ink', 'color')
  if (element.tagName === 'body') take('ink', 'text')
  return said
}

function saidIn(block: CssBlock): Said {
  const said: Said = new Map()
  for (const item of block.items()) {
    if (item.kind === 'rule') continue
    const { name } = item.property
    const property = name === 'color' ? 'ink' : /^background(?:-color|-image)?$/.test(name) ? 'ground' : null
    if (property === null) continue
    const value = valueOf(item.value)
    if (value === undefined || (name === 'background-image' && value === 'inherits')) continue
    if (item.important || said.get(property)?.important !== true)
      said.set(property, { value, important: item.important })
  }
  return said
}

/** What the style sheets of a mail say of colours. `dark`: as a program in dark reads them. */
export function colourSheets(document: DefaultTreeAdapterMap['document'], dark: boolean): ColourSheets {
  const sheets = new ColourSheets(dark)
  const waiting: DefaultTreeAdapterMap['node'][] = [document]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('childNodes' in node)) continue
    if (node.nodeName === 'style') {
      for (const child of node.childNodes) if ('value' in child) sheets.add(CssBlock.ofSheet(child.value))
      continue
    }
    waiting.push(...[...node.childNodes].reverse())
  }
  return sheets
}
