import { CssBlock } from '../render/css-block'
import { isBlank } from '../render/css-tokens'
import { attributeOf } from '../render/inert'
import { type Declared, declaredIn, type DisplayEffect, type Property } from './declared'
import { longestSelector, type Selector, selectorsOf, writtenSelectors } from './selectors'
import { countedTree, type Styled } from './tree'

interface StyleRule {
  selector: Selector
  declared: Declared
  order: number
  /** It is within a condition that holds for some: a width, a colour scheme. */
  conditional: boolean
}

/** So much of comparing selectors with elements a mail is worth; beyond, style sheets are not looked at. */
const mostLooks = 2_000_000
/** Rules within rules are not looked at beyond. */
const mostDepth = 8

/** What rules and declarations stand in. */
interface WithinRule {
  /** The selectors of the rule around them; null: there is none. */
  selectors: readonly string[] | null
  conditional: boolean
  depth: number
}

/** The rules of a mail's style sheets that have to do with what is shown. */
export class StyleSheets {
  readonly #byKey = new Map<string, StyleRule[]>()
  readonly #tree = countedTree((looks) => {
    this.#looks += looks
    return this.#looks <= mostLooks
  })
  /** Of style attributes, by how they are written: mails repeat themselves. */
  readonly #declared = new Map<string, Declared>()
  #count = 0
  #looks = 0

  /** Adds a sheet; `media`: as its element has it. */
  add(css: string, media: string): void {
    if (!/\\|display|visibility|opacity|max-height|font/i.test(css)) return
    const conditional = media.trim() !== '' && !forAll(media)
    this.#read(CssBlock.ofSheet(css), { selectors: null, conditional, depth: 0 })
  }

  /** The rules that mean an element, in no order. */
  *of(element: Styled): Generator<StyleRule> {
    const named = (name: string): string => attributeOf(element, name)?.toLowerCase() ?? ''
    const classes = new Set(named('class').split(/\s+/).filter(Boolean))
    for (const key of ['', `#${named('id')}`, ...[...classes].map((name) => `.${name}`)]) {
      for (const rule of this.#byKey.get(key) ?? []) {
        const isMeant = rule.selector.means(element)
        if (this.#looks > mostLooks) return
        if (isMeant) yield rule
      }
    }
  }

  /** What a `style` attribute says. */
  declared(style: string): Declared {
    const declared = this.#declared.get(style) ?? declaredIn(CssBlock.ofAttribute(style))
    this.#declared.set(style, declared)
    return declared
  }

  #read(block: CssBlock, within: WithinRule): void {
    const parent = within.selectors && `:is(${within.selectors.join(',')})`
    if (within.selectors) this.#keep(within.selectors, declaredIn(block), within.conditional)
    if (within.depth > mostDepth || (parent !== null && parent.length > longestSelector)) return
    for (const item of block.items()) {
      if (item.kind === 'declaration' || this.#looks > mostLooks) continue
      const [begin, ...rest] = item.prelude
      const inner = { ...within, depth: within.depth + 1 }
      if (begin?.kind !== 'at') {
        const selectors = writtenSelectors(item.prelude, parent)
        // To make one ready costs as much as to compare it a few times.
        for (const { length } of selectors) this.#looks += length
        this.#read(item.block, { ...inner, selectors })
      } else if (begin.name === 'media') {
        const media = rest.map((token) => (isBlank(token) ? ' ' : token.text)).join('')
        this.#read(item.block, { ...inner, conditional: within.conditional || !forAll(media) })
      }
    }
  }

  #keep(selectors: readonly string[], declared: Declared, conditional: boolean): void {
    if (declared.size === 0) return
    for (const selector of selectorsOf(selectors, this.#tree)) {
      const rules = this.#byKey.get(selector.key) ?? []
      rules.push({ selector, declared, order: (this.#count += 1), conditional })
      this.#byKey.set(selector.key, rules)
    }
  }
}

const forAll = (media: string): boolean => /^(?:only\s+)?(?:all|screen)$/i.test(media.trim())

/** Whether what stands somewhere in a mail is shown, by its style sheets and by what it stands in. */
export class Showing {
  private constructor(
    private readonly sheets: StyleSheets,
    /** Nothing in it is shown, whatever that says of itself. */
    private readonly gone: boolean,
    private readonly invisible: boolean,
    private readonly tiny: boolean,
  ) {}

  /** Outside of every element. */
  static of(sheets: StyleSheets): Showing {
    return new Showing(sheets, false, false, false)
  }

  /** Whether text is out of sight here. */
  get hidesText(): boolean {
    return this.gone || this.invisible || this.tiny
  }

  /** Whether a picture is out of sight here: it has a size of its own. */
  get hidesImages(): boolean {
    return this.gone || this.invisible
  }

  /** In an element that stands here; `style`: its attribute with variables as they are written. */
  within(element: Styled, style: string | undefined): Showing {
    const effects = effectsOn(element, style, this.sheets)
    const hides = (property: Property): boolean => effects(property) === 'hides'
    const inherited = (property: Property, above: boolean): boolean => {
      const effect = effects(property)
      return effect === 'hides' || (effect !== 'shows' && above)
    }
    return new Showing(
      this.sheets,
      this.gone || hides('display') || hides('opacity') || hides('max-height'),
      inherited('visibility', this.invisible),
      inherited('font-size', this.tiny),
    )
  }
}

/** What holds for an element of each property, by the cascade. What some programs show is not hidden. */
function effectsOn(
  element: Styled,
  style: string | undefined,
  sheets: StyleSheets,
): (property: Property) => DisplayEffect | null {
  const winners = new Map<Property, { effect: DisplayEffect; rank: number[] }>()
  const shownToSome = new Set<Property>()
  const offer = (declared: Declared, origin: number[]): void => {
    for (const [property, { effect, important }] of declared) {
      const rank = [important ? 1 : 0, ...origin]
      if (isBelow(winners.get(property)?.rank, rank)) winners.set(property, { effect, rank })
    }
  }
  if (attributeOf(element, 'hidden') !== null)
    winners.set('display', { effect: 'hides', rank: [0, -1, 0, 0] })
  for (const { selector, declared, order, conditional } of sheets.of(element)) {
    if (!conditional) offer(declared, [0, selector.specificity, order])
    else for (const [property, { effect }] of declared) if (effect === 'shows') shownToSome.add(property)
  }
  if (style !== undefined) offer(sheets.declared(style), [1, 0, 0])
  return (property) => {
    const effect = winners.get(property)?.effect ?? null
    return effect === 'hides' && shownToSome.has(property) ? 'shows' : effect
  }
}

function isBelow(rank: readonly number[] | undefined, other: readonly number[]): boolean {
  if (rank === undefined) return true
  const at = rank.findIndex((value, index) => value !== other[index])
  return at < 0 || (rank[at] ?? 0) < (other[at] ?? 0)
}
