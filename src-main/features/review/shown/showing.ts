import { CssReader } from '../render/css-reader'
import { cssTokens } from '../render/css-tokens'
import { type Declared, declaredIn, type DisplayEffect, type Property } from './declared'
import { keyOf, means, type Selector, selectorsOf, type Styled } from './selectors'

interface StyleRule {
  selector: Selector
  declared: Declared
  order: number
  /** It is within a condition that holds for some: a width, a colour scheme. */
  conditional: boolean
}

/** So many comparisons of selectors with elements a mail is worth; beyond, style sheets are not looked at. */
const mostLooks = 2_000_000

/** The rules of a mail's style sheets that have to do with what is shown. */
export class StyleSheets {
  readonly #byKey = new Map<string, StyleRule[]>()
  #count = 0
  #looks = 0

  /** Adds a sheet; `media`: as its element has it. */
  add(css: string, media: string): void {
    if (!/display|visibility|opacity|max-height|font/i.test(css)) return
    this.#read(new CssReader(cssTokens(css)), media.trim() !== '' && !forAll(media))
  }

  /** The rules that mean an element, in no order. */
  *of(element: Styled): Generator<StyleRule> {
    const keys = ['', `#${element.id}`, ...[...element.classes].map((name) => `.${name}`)]
    for (const key of keys) {
      for (const rule of this.#byKey.get(key) ?? []) {
        if (this.#looks > mostLooks) return
        if (means(rule.selector, element, () => (this.#looks += 1))) yield rule
      }
    }
  }

  #read(reader: CssReader, conditional: boolean): void {
    while (!reader.isOver) {
      const prelude = reader.upTo('{};')
      const end = reader.next()
      if (end?.text === '}') return
      if (end?.text !== '{') continue
      const [begin, ...rest] = prelude.filter(({ kind }) => kind !== 'space')
      if (begin?.kind !== 'at') {
        const declared = declaredIn(reader)
        if (declared.size > 0)
          for (const selector of selectorsOf(prelude)) this.#keep(selector, declared, conditional)
      } else if (begin.name === 'media') {
        this.#read(reader, conditional || !forAll(rest.map(({ text }) => text).join(' ')))
      } else reader.skipBlock()
    }
  }

  #keep(selector: Selector, declared: Declared, conditional: boolean): void {
    const key = keyOf(selector) ?? ''
    const rules = this.#byKey.get(key) ?? []
    rules.push({ selector, declared, order: (this.#count += 1), conditional })
    this.#byKey.set(key, rules)
  }
}

const forAll = (media: string): boolean => /^(?:only )?(?:all|screen)$/i.test(media.trim())

/** Whether what stands somewhere in a mail is shown, by its style sheets and by what it stands in. */
export class Showing {
  private constructor(
    private readonly sheets: StyleSheets,
    private readonly element: Styled | null,
    /** Nothing in it is shown, whatever that says of itself. */
    private readonly gone: boolean,
    private readonly invisible: boolean,
    private readonly tiny: boolean,
  ) {}

  /** Outside of every element. */
  static of(sheets: StyleSheets): Showing {
    return new Showing(sheets, null, false, false, false)
  }

  /** Whether text is out of sight here. */
  get hidesText(): boolean {
    return this.gone || this.invisible || this.tiny
  }

  /** Whether a picture is out of sight here: it has a size of its own. */
  get hidesImages(): boolean {
    return this.gone || this.invisible
  }

  /** In an element that stands here. */
  within(tag: string, attributes: ReadonlyMap<string, string>): Showing {
    const names = (attributes.get('class') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const id = (attributes.get('id') ?? '').toLowerCase()
    const element: Styled = { tag, id, classes: new Set(names), attributes, parent: this.element }
    const effects = effectsOn(element, this.sheets)
    const hides = (property: Property): boolean => effects(property) === 'hides'
    const inherited = (property: Property, above: boolean): boolean => {
      const effect = effects(property)
      return effect === 'hides' || (effect !== 'shows' && above)
    }
    return new Showing(
      this.sheets,
      element,
      this.gone || hides('display') || hides('opacity') || hides('max-height'),
      inherited('visibility', this.invisible),
      inherited('font-size', this.tiny),
    )
  }
}

/** What holds for an element of each property, by the cascade. What some programs show is not hidden. */
function effectsOn(element: Styled, sheets: StyleSheets): (property: Property) => DisplayEffect | null {
  const winners = new Map<Property, { effect: DisplayEffect; rank: number[] }>()
  const shownToSome = new Set<Property>()
  const offer = (declared: Declared, origin: number[]): void => {
    for (const [property, { effect, important }] of declared) {
      const rank = [important ? 1 : 0, ...origin]
      if (isBelow(winners.get(property)?.rank, rank)) winners.set(property, { effect, rank })
    }
  }
  if (element.attributes.has('hidden')) winners.set('display', { effect: 'hides', rank: [0, -1, 0, 0] })
  for (const { selector, declared, order, conditional } of sheets.of(element)) {
    if (!conditional) offer(declared, [0, selector.specificity, order])
    else for (const [property, { effect }] of declared) if (effect === 'shows') shownToSome.add(property)
  }
  const style = element.attributes.get('style')
  if (style !== undefined) offer(declaredIn(new CssReader(cssTokens(style))), [1, 0, 0])
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
