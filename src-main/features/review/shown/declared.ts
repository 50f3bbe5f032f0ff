import type { CssBlock } from '../render/css-block'
import { type CssToken, isBlank } from '../render/css-tokens'

/** What takes something out of sight. */
export type Property = 'display' | 'visibility' | 'opacity' | 'max-height' | 'font-size'

/** What a value does; `keeps`: it goes by what the element stands in. */
export type DisplayEffect = 'hides' | 'shows' | 'keeps'

/** What a block of declarations, or a `style` attribute, says of them. */
export type Declared = ReadonlyMap<Property, { effect: DisplayEffect; important: boolean }>

const outright: readonly string[] = ['display', 'visibility', 'opacity', 'max-height', 'font-size']
/** Of how something is displayed in more than one word. */
const displayWord = /^(?:block|inline|flow|flow-root|table|flex|grid|list-item)$/
const isProperty = (name: string): name is Property => outright.includes(name)

/** What stands in a block, or a `style` attribute; rules in it say nothing of it. */
export function declaredIn(block: CssBlock): Declared {
  const declared = new Map<Property, { effect: DisplayEffect; important: boolean }>()
  for (const item of block.items()) {
    if (item.kind === 'rule') continue
    const { name } = item.property
    const of = name === 'font' ? 'font-size' : name
    if (!isProperty(of)) continue
    const value = item.value.filter((token) => !isBlank(token))
    const effect = name === 'font' ? effectOfFont(value) : effectOf(of, value)
    if (effect !== null && (item.important || declared.get(of)?.important !== true))
      declared.set(of, { effect, important: item.important })
  }
  return declared
}

/** null: it is no value, and passed over. */
function effectOf(property: Property, value: readonly CssToken[]): DisplayEffect | null {
  const [first, ...more] = value
  if (first === undefined) return null
  if (more.length > 0 && first.kind !== 'function')
    return property === 'display' && value.every(({ name }) => displayWord.test(name)) ? 'shows' : null
  if (['inherit', 'unset'].includes(first.name))
    return property === 'visibility' || property === 'font-size' ? 'keeps' : 'shows'
  switch (property) {
    case 'display':
      return first.name === 'none' ? 'hides' : 'shows'
    case 'visibility':
      return first.name === 'hidden' || first.name === 'collapse' ? 'hides' : 'shows'
    case 'opacity':
    case 'max-height':
      return isZero(first) ? 'hides' : 'shows'
    case 'font-size':
      return sizeOf(first)
  }
}

function sizeOf(token: CssToken): DisplayEffect {
  if (isZero(token)) return 'hides'
  const isRelative = /(?:%|em|ex|ch)$/i.test(token.text) && !/rem$/i.test(token.text)
  return isRelative || ['smaller', 'larger'].includes(token.name) ? 'keeps' : 'shows'
}

/** The size in `font: bold 12px/18px sans-serif`: the first length, or a word for one. A weight has no unit. */
function effectOfFont(value: readonly CssToken[]): DisplayEffect | null {
  const [first] = value
  if (first === undefined) return null
  if (['inherit', 'unset'].includes(first.name)) return 'keeps'
  const length = value.find(
    (token) => isZero(token) || /^[+-]?[\d.]+(?:e[+-]?\d+)?(?:%|[a-z]+)$/i.test(token.text),
  )
  return length === undefined ? 'shows' : sizeOf(length)
}

function isZero({ kind, text }: CssToken): boolean {
  return kind === 'other' && /^[+-]?\.?\d/.test(text) && Number.parseFloat(text) === 0
}
