import { type CssToken, isBlank } from '../render/css-tokens'

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** What a value says of a colour: `inherits`: that of what it stands in; null: it is not known. */
export type ColourValue = Colour | 'inherits' | null

const named: Record<string, string> = {
  white: 'ffffff',
  black: '000000',
  red: 'ff0000',
  green: '008000',
  blue: '0000ff',
  navy: '000080',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  maroon: '800000',
  teal: '008080',
  purple: '800080',
  orange: 'ffa500',
  yellow: 'ffff00',
  whitesmoke: 'f5f5f5',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  dimgray: '696969',
  dimgrey: '696969',
}

/** A colour as an attribute or CSS writes it; null where it is none that is known here, or not whole. */
export function colourOf(text: string): Colour | null {
  const plain = text.trim().toLowerCase()
  const digits = /^#?([0-9a-f]{6})$/.exec(named[plain] ?? plain)?.[1]
  if (digits !== undefined) {
    const at = (from: number): number => Number.parseInt(digits.slice(from, from + 2), 16)
    return [at(0), at(2), at(4)]
  }
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(plain)
  if (short)
    return colourOf(
      `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`,
    )
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/.exec(
    plain,
  )
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null
}

/** What a value of `color`, `background-color` or `background` says; undefined: nothing of a colour. */
export function valueOf(value: readonly CssToken[]): ColourValue | undefined {
  const tokens = value.filter((token) => !isBlank(token))
  if (
    tokens.some(({ kind, name }) => kind === 'url' || /gradient$|^(?:var|light-dark|color-mix)$/.test(name))
  )
    return null
  const text = tokens.map(({ text: written }) => written).join(' ')
  const begin = /rgba?\s*\([^)]*\)|#[0-9a-f]{3,8}\b/i.exec(text)?.[0]
  if (begin !== undefined) return colourOf(begin.replace(/\s*([(),])\s*/g, '$1'))
  for (const { name } of tokens) {
    if (/^(?:inherit|transparent|none|unset)$/.test(name)) return 'inherits'
    const found = named[name]
    if (found !== undefined) return colourOf(found)
  }
  return tokens.some(({ kind }) => kind === 'name' || kind === 'function') ? null : undefined
}

/** As "#1d3a54". */
export const written = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How much two colours differ, 1 to 21, as WCAG has it. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** A colour as programs turn it round for dark: inverted, its hue kept. As render/document.ts does it. */
export function turned([red, green, blue]: Colour): Colour {
  const [r, g, b] = [255 - red, 255 - green, 255 - blue]
  const within = (part: number): number => Math.min(255, Math.max(0, part))
  return [
    within(-0.574 * r + 1.43 * g + 0.144 * b),
    within(0.426 * r + 0.43 * g + 0.144 * b),
    within(0.426 * r + 1.43 * g - 0.856 * b),
  ]
}
