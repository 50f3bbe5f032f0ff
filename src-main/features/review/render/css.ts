import { CssReader } from './css-reader'
import { cssString, type CssToken, cssTokens } from './css-tokens'

/** How CSS is made inert. */
export interface CssRules {
  /** What takes the place of an address: a data URL, or null where nothing is shown. */
  image(address: string): string | null
  /** Which of its colour schemes a mail is shown in. */
  dark: boolean
}

/** Functions that neither ask for anything nor run: everything else takes its declaration with it. */
const functions =
  /^(?:(?:repeating-)?(?:linear|radial|conic)-gradient|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color(?:-mix)?|calc|min|max|clamp|var|attr|counters?|translate[xyz3d]*|rotate[xyz3d]*|scale[xyz3d]*|skew[xy]?|matrix(?:3d)?|cubic-bezier|steps|rect|inset|circle|ellipse|polygon|blur|brightness|contrast|drop-shadow|grayscale|invert|opacity|saturate|sepia|hue-rotate|repeat|minmax|fit-content)$/
/** Properties that run, move or lie over the rest; mail programs leave them out too. */
const dropped =
  /^(?:behavior|-moz-binding|position|animation|transition|offset|src|pointer-events|cursor)(?:-|$)/

/** Declarations of a `style` attribute without anything that asks for something. */
export function inertDeclarations(css: string, rules: CssRules): string {
  return withoutTags(declarations(new CssReader(cssTokens(css)), rules, false))
}

/** A style sheet without anything that asks for something: no `@import`, no font, no address. */
export function inertSheet(css: string, rules: CssRules): string {
  return withoutTags(ruleList(new CssReader(cssTokens(css)), rules, 0))
}

/** A media list as `@media` takes it; null where there is none, or it is none. */
export function inertMedia(media: string, rules: CssRules): string | null {
  const tokens = cssTokens(media)
  if (tokens.length === 0 || tokens.some(({ kind, text }) => kind === 'url' || /[{};@]/.test(text)))
    return null
  return mediaText(tokens, rules)
}

/** Whether a style sheet has anything to say about dark mode. */
export function knowsDark(css: string): boolean {
  return /prefers-color-scheme\s*:\s*dark|color-scheme\s*:[^;}]*dark/i.test(css)
}

function ruleList(reader: CssReader, rules: CssRules, depth: number): string {
  let out = ''
  while (!reader.isOver) {
    const first = reader.peek()
    if (first === undefined) break
    if (first.text === '}') {
      reader.next()
      if (depth > 0) return out
      continue
    }
    if (first.kind === 'space' || first.text === ';') {
      reader.next()
      continue
    }
    const prelude = reader.upTo('{};')
    const end = reader.peek()
    if (end?.text !== '{') {
      // An at-rule without a block, such as an import: it goes.
      if (end?.text === ';') reader.next()
      continue
    }
    reader.next()
    const [begin, ...rest] = prelude
    if (begin?.kind === 'at') {
      if ((begin.name === 'media' || begin.name === 'supports') && depth < 8) {
        const inner = ruleList(reader, rules, depth + 1)
        const condition = rest.some(({ kind }) => kind === 'url') ? 'not all' : mediaText(rest, rules)
        out += `@${begin.name} ${condition}{${inner}}\n`
      } else reader.skipBlock()
      continue
    }
    const inner = declarations(reader, rules, true)
    if (prelude.some(({ kind }) => kind === 'url' || kind === 'at')) continue
    out += `${textOf(prelude).trim()}{${inner}}\n`
  }
  return out
}

/** `within`: a block, whose `}` is taken; else a style attribute, in which braces have no place. */
function declarations(reader: CssReader, rules: CssRules, within: boolean): string {
  const out: string[] = []
  while (!reader.isOver) {
    const read = reader.upTo('{};')
    const end = reader.next()
    if (end?.text === '{') {
      reader.skipBlock()
      continue
    }
    const kept = declaration(read, rules)
    if (kept !== null) out.push(kept)
    if (end?.text === '}' && within) break
  }
  return out.join(';')
}

function declaration(tokens: readonly CssToken[], rules: CssRules): string | null {
  const meaningful = tokens.findIndex(({ kind }) => kind !== 'space')
  const property = tokens[meaningful]
  const colon = tokens.findIndex(
    ({ kind, text }, index) => index > meaningful && kind === 'other' && text === ':',
  )
  if (property?.kind !== 'name' || colon < 0 || dropped.test(property.name)) return null
  if (tokens.slice(meaningful + 1, colon).some(({ kind }) => kind !== 'space')) return null
  const value = tokens.slice(colon + 1)
  if (value.some(({ kind, name }) => kind === 'at' || (kind === 'function' && !functions.test(name))))
    return null
  return `${property.text}:${textOf(value.map((token) => withImage(token, rules))).trim()}`
}

function withImage(token: CssToken, rules: CssRules): CssToken {
  if (token.kind !== 'url') return token
  const image = rules.image(token.name)
  return { ...token, text: image === null ? 'none' : `url(${cssString(image)})` }
}

const textOf = (tokens: readonly CssToken[]): string => tokens.map(({ text }) => text).join('')

/** The frame has a scheme of its own, whatever the page is in: the question is answered here. */
function mediaText(tokens: readonly CssToken[], { dark }: CssRules): string {
  return textOf(tokens)
    .trim()
    .replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_whole, scheme: string) =>
      (scheme.toLowerCase() === 'dark') === dark ? '(min-width:0px)' : '(max-width:0px)',
    )
}

/** In a <style> element nothing may look like a tag. */
function withoutTags(css: string): string {
  return css.replace(/<(?=[/!?a-z])/gi, '')
}
