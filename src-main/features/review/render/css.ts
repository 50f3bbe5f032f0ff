import { CssBlock, type CssDeclaration, type CssRule } from './css-block'
import { cssString, type CssToken, cssTokens, isBlank } from './css-tokens'

/** What a mail program does not show of a mail. */
export interface LeftOut {
  /** Pictures behind text. */
  backgrounds: boolean
  /** Rules that hold for some widths or schemes. */
  media: boolean
  declares(property: string, value: string): boolean
  picture(address: string): boolean
}

/** How CSS is made inert. */
export interface CssRules {
  /** What takes the place of an address: a data URL, or null where nothing is shown. */
  image(address: string): string | null
  /** Which of its colour schemes a mail is shown in. */
  dark: boolean
  /** As in a program that does not show all. */
  without?: LeftOut | undefined
}

/** Functions that neither ask for anything nor run: everything else takes its declaration with it. */
const functions =
  /^(?:(?:repeating-)?(?:linear|radial|conic)-gradient|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color(?:-mix)?|calc|min|max|clamp|var|attr|counters?|translate[xyz3d]*|rotate[xyz3d]*|scale[xyz3d]*|skew[xy]?|matrix(?:3d)?|cubic-bezier|steps|rect|inset|circle|ellipse|polygon|blur|brightness|contrast|drop-shadow|grayscale|invert|opacity|saturate|sepia|hue-rotate|repeat|minmax|fit-content)$/
/** Properties that run, move or lie over the rest; mail programs leave them out too. */
const dropped =
  /^(?:behavior|-moz-binding|position|animation|transition|offset|src|pointer-events|cursor)(?:-|$)/
/** Rules within rules are left out beyond. */
const mostDepth = 8

/** Declarations of a `style` attribute without anything that asks for something. */
export function inertDeclarations(block: CssBlock, rules: CssRules): string {
  return withoutTags(inert(block, rules, 0))
}

/** A style sheet without anything that asks for something: no `@import`, no font, no address. */
export function inertSheet(css: string, rules: CssRules): string {
  return withoutTags(inert(CssBlock.ofSheet(css), rules, 0))
}

/** A media list as `@media` takes it; null where there is none, or it is none. */
export function inertMedia(media: string, rules: CssRules): string | null {
  const tokens = cssTokens(media)
  return tokens.length === 0 || tokens.some(breaksOut) ? null : mediaText(tokens, rules)
}

/** Whether a style sheet has anything to say about dark mode. */
export function knowsDark(css: string): boolean {
  return /prefers-color-scheme\s*:\s*dark|color-scheme\s*:[^;}]*dark/i.test(css)
}

function inert(block: CssBlock, rules: CssRules, depth: number): string {
  let out = ''
  for (const item of block.items()) {
    const text = item.kind === 'rule' ? inertRule(item, rules, depth) : inertDeclaration(item, rules)
    if (text !== null) out += out === '' || out.endsWith('}') ? text : `;${text}`
  }
  return out
}

function inertRule({ prelude, block }: CssRule, rules: CssRules, depth: number): string | null {
  const [begin, ...rest] = prelude
  if (depth >= mostDepth) return null
  if (begin?.kind !== 'at')
    return prelude.some(breaksOut) ? null : `${textOf(prelude).trim()}{${inert(block, rules, depth + 1)}}`
  if ((begin.name !== 'media' && begin.name !== 'supports') || rest.some(breaksOut)) return null
  if (
    begin.name === 'media' &&
    rules.without?.media === true &&
    !/^\s*(?:only\s+)?(?:all|screen)\s*$/i.test(textOf(rest))
  )
    return null
  return `@${begin.name} ${mediaText(rest, rules)}{${inert(block, rules, depth + 1)}}`
}

function inertDeclaration({ property, value, important }: CssDeclaration, rules: CssRules): string | null {
  if (dropped.test(property.name)) return null
  const isUnsafe = (token: CssToken): boolean =>
    token.kind === 'url'
      ? false
      : breaksOut(token) || (token.kind === 'function' && !functions.test(token.name))
  if (value.some(isUnsafe)) return null
  const text = textOf(value.map((token) => withImage(token, rules))).trim()
  if (rules.without?.declares(property.name, text) === true) return null
  return `${property.text}:${text}${important ? '!important' : ''}`
}

/** What has no place in a value, in a selector or in a condition, or could end what it stands in. */
function breaksOut({ kind, text }: CssToken): boolean {
  return /^(?:bad|wrapper|url|at)$/.test(kind) || (kind === 'other' && /^[{};!]$/.test(text))
}

function withImage(token: CssToken, rules: CssRules): CssToken {
  if (token.kind !== 'url') return token
  const image = rules.image(token.name)
  return { ...token, text: image === null ? 'none' : `url(${cssString(image)})` }
}

const textOf = (tokens: readonly CssToken[]): string => tokens.map(({ text }) => text).join('')

/** The frame has a scheme of its own, whatever the page is in: the question is answered here. */
function mediaText(tokens: readonly CssToken[], { dark }: CssRules): string {
  return tokens
    .map((token) => (isBlank(token) ? ' ' : token.text))
    .join('')
    .trim()
    .replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_whole, scheme: string) =>
      (scheme.toLowerCase() === 'dark') === dark ? '(min-width:0px)' : '(max-width:0px)',
    )
}

/** In a <style> element nothing may look like a tag. */
function withoutTags(css: string): string {
  return css.replace(/<(?=[/!?a-z])/gi, '')
}
