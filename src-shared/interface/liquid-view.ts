import { type LiquidPath, type LiquidToken, liquidTokens, pathName, pathsIn } from './liquid-tokens'

/** The languages that services read templates in: `{{name ?? 'there'}}` alone, or Liquid with it. */
export const templateLanguages = ['plain', 'liquid'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

/** Stands in a plain view for what always has some value of its own: a literal, a name that a tag gives. */
export const givenVariable = '_'

interface PlainView {
  /** As long as the template, with everything at its place. */
  text: string
  /** What its tags, filters and guarded parts name beside the variables of the text: looked up, never missed. */
  mentioned: LiquidPath[]
}

/**
 * Writes a template in Liquid as the plain language would, so that whoever looks at mails knows one language: outputs
 * become variables with their fallbacks, what tags steer becomes space, and nothing moves.
 */
export function plainView(template: string, language: TemplateLanguage): PlainView {
  if (language === 'plain' || !/\{[{%]/.test(template)) return { text: template, mentioned: [] }
  return new View(template).write()
}

/** Tags that give names of their own: what comes after them is theirs. */
const naming = /^(?:assign|capture|for|tablerow|increment|decrement)\s+["']?([\p{L}_$@][\p{L}\p{N}_$@-]*)/u
const guards = new Set(['if', 'unless', 'case', 'for'])

class View {
  readonly #mentioned: LiquidPath[] = []
  readonly #local = new Set(['forloop', 'tablerowloop'])
  /** Names that the blocks around a place ask for before they show anything. */
  readonly #guarding: { tag: string; names: string[] }[] = []
  #text = ''
  #at = 0
  #inElement = false

  constructor(private readonly template: string) {}

  write(): PlainView {
    const tokens = liquidTokens(this.template)
    for (const { kind, inner } of tokens) {
      const name = kind === 'tag' ? naming.exec(inner)?.[1] : undefined
      if (name !== undefined) this.#local.add(name)
    }
    for (const token of tokens) {
      this.#copyTo(token.start)
      this.#text += this.#standIn(token)
      this.#at = token.end
    }
    this.#copyTo(this.template.length)
    return { text: this.#text, mentioned: this.#mentioned }
  }

  #copyTo(end: number): void {
    const text = this.template.slice(this.#at, end)
    const bracket = /[<>](?=[^<>]*$)/.exec(text)?.[0]
    if (bracket !== undefined) this.#inElement = bracket === '<'
    // What is opened and never closed is text, and no variable of the plain language either.
    this.#text += text.replace(/\{\{/g, '((')
    this.#at = end
  }

  #standIn({ kind, start, end, inner }: LiquidToken): string {
    const written = this.template.slice(start, end)
    if (kind === 'comment') return spaces(written)
    if (kind === 'verbatim') {
      const from = written.indexOf('%}') + 2
      const body = inner.replace(/\{/g, '(').replace(/\}/g, ')')
      return spaces(written.slice(0, from)) + body + spaces(written.slice(from + inner.length))
    }
    const offset = start + written.indexOf(inner, 2)
    if (kind === 'output') return this.#output(inner, written, offset)
    this.#tag(inner, offset)
    return this.#inElement ? padded(givenVariable, '', written) : spaces(written)
  }

  #tag(inner: string, offset: number): void {
    const [name = ''] = /^\w+/.exec(inner) ?? []
    const closes = /^end(\w+)$/.exec(name)?.[1]
    if (closes !== undefined) {
      if (this.#guarding.at(-1)?.tag === closes) this.#guarding.pop()
      return
    }
    const rest = name === 'assign' ? inner.indexOf('=') + 1 : name === 'capture' ? inner.length : name.length
    const from = name === 'for' || name === 'tablerow' ? inner.search(/\sin\s/) + 3 : rest
    const named = pathsIn(inner.slice(from), offset + from)
    this.#mention(named)
    if (guards.has(name)) this.#guarding.push({ tag: name, names: named.map((each) => each.name) })
    else if (name === 'elsif') this.#guarding.at(-1)?.names.push(...named.map((each) => each.name))
  }

  #mention(paths: readonly LiquidPath[]): void {
    for (const path of paths) if (!this.#isLocal(path.name)) this.#mentioned.push(path)
  }

  #isLocal(name: string): boolean {
    return this.#local.has(name.split('.')[0] ?? '')
  }

  /** An output as a variable of the plain language, as long as it was. */
  #output(inner: string, written: string, offset: number): string {
    const { name, fallback, rest } = outputParts(inner)
    if (name === null) {
      this.#mention(pathsIn(inner, offset))
      return padded(givenVariable, '', written)
    }
    if (this.#isLocal(name)) return padded(givenVariable, '', written)
    if (rest !== null) this.#mention(pathsIn(`|${rest.text}`, offset + rest.at - 1))
    const guarded = this.#guarding.some(({ names }) => names.includes(name))
    if (guarded || fallback === 'computed') {
      this.#mention([{ name, start: offset, end: offset + inner.length }])
      return padded(givenVariable, '', written)
    }
    const short = fallback?.replace(/['"\\\n{}]/g, ' ').slice(0, written.length - name.length - 8) ?? ''
    const isToldApart = fallback !== null && fallback !== ''
    if (isToldApart && short === '') {
      this.#mention([{ name, start: offset, end: offset + inner.length }])
      return padded(givenVariable, '', written)
    }
    return padded(name, isToldApart ? `??'${short}'` : '', written)
  }
}

interface OutputParts {
  /** null: a literal, or more than one path. */
  name: string | null
  /** `computed`: one that filters make of something else. */
  fallback: string | null
  /** What follows the first path, for the paths that it names. */
  rest: { text: string; at: number } | null
}

const onePath =
  /^([\p{L}_$@][\p{L}\p{N}_$@-]*(?:\.[\p{L}\p{N}_$@-]+|\[\s*(?:"[^"]*"|'[^']*'|-?\d+)\s*\])*)\s*(?:\||$)/u
const bracketed = /^\[\s*(?:"([^"]*)"|'([^']*)')\s*\]\s*(?:\||$)/
const someWords = /^[\p{L}_$@][\p{L}\p{N}_$@. -]*$/u

/** The parts of an output: a path or words, a fallback of the plain form or of `default`. */
export function outputParts(inner: string): OutputParts {
  const marks = inner.indexOf('??')
  const left = marks < 0 ? '' : inner.slice(0, marks).trim()
  if (someWords.test(left) || onePath.test(left)) {
    return { name: pathName(left), fallback: unquoted(inner.slice(marks + 2).trim()), rest: null }
  }
  if (/^(true|false|nil|null|empty|blank)\b/.test(inner)) return { name: null, fallback: null, rest: null }
  const written = onePath.exec(inner)
  const key = bracketed.exec(inner)
  if (written === null && key === null) {
    const words = someWords.test(inner) ? inner.replace(/\s+/g, ' ') : null
    return { name: words, fallback: null, rest: null }
  }
  const name = written ? pathName(written[1] ?? '') : (key?.[1] ?? key?.[2] ?? '')
  const bar = inner.indexOf('|', (written ?? key)?.[0].replace(/\|$/, '').length)
  if (bar < 0) return { name, fallback: null, rest: null }
  const filters = inner.slice(bar + 1)
  return { name, fallback: defaultOf(filters), rest: { text: filters, at: bar + 1 } }
}

/** What `default` among filters shows; null without one. */
function defaultOf(filters: string): string | null {
  const plain = filters.replace(/"[^"]*"|'[^']*'/g, (text) => '_'.repeat(text.length))
  const found = /(?:^|\|)\s*default\s*:\s*/.exec(plain)
  if (found === null) return null
  const argument = /^(?:"([^"]*)"|'([^']*)'|-?\d[\d.]*)/.exec(filters.slice(found.index + found[0].length))
  return argument === null ? 'computed' : (argument[1] ?? argument[2] ?? argument[0])
}

function unquoted(text: string): string {
  return /^(["'])([^]*)\1$/.exec(text)?.[2] ?? text
}

function spaces(text: string): string {
  return text.replace(/[^\n\r]/g, ' ')
}

/** A variable of the plain language that takes as many characters as what it stands for; `{{}}` is none. */
function padded(name: string, fallback: string, written: string): string {
  if (written.length < 5) return spaces(written)
  const gap = written.length - 4 - name.length - fallback.length
  // Of a name that is longer than what it was written as there is none: a path in brackets is longer than with dots.
  return gap < 0
    ? `{{${givenVariable}${' '.repeat(written.length - 5)}}}`
    : `{{${name}${fallback}${' '.repeat(gap)}}}`
}
