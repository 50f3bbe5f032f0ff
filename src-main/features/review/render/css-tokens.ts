import { type CSSToken, HashType, tokenizer, TokenType } from '@csstools/css-tokenizer'

/** A piece of CSS as CSS Syntax 3 has it, with escapes undone in `name` and written plainly in `text`. */
export interface CssToken {
  /** `bad`: it ends what it stands in as a mistake; `wrapper`: `<!--` or `-->`. */
  kind: 'space' | 'comment' | 'string' | 'name' | 'function' | 'at' | 'url' | 'wrapper' | 'bad' | 'other'
  text: string
  /** Of a name, a function or an at-rule, in lower case; of a url its address; of a string what it says; else empty. */
  name: string
  /** Of what opens a bracket or a block: how many tokens further it is closed; else 0. */
  span: number
}

/** A broken string costs much: what follows on so many in one sheet is not read. */
const mostMistakes = 1000

/** Takes CSS apart. What its end leaves open is closed. Linear in its length. */
export function cssTokens(css: string): CssToken[] {
  const nested = new Nested()
  let mistakes = 0
  const reader = tokenizer({ css }, { onParseError: () => (mistakes += 1) })
  for (let next = reader.nextToken(); next[0] !== TokenType.EOF; next = reader.nextToken()) {
    if (mistakes > mostMistakes) break
    nested.put(plain(next))
  }
  return nested.closed()
}

/** Tokens, with what opens told where it is closed. */
class Nested {
  readonly #tokens: CssToken[] = []
  /** Where the brackets and blocks begin that are open. */
  readonly #open: number[] = []

  put(token: CssToken): void {
    const begin = this.#open.at(-1) ?? -1
    const opener = this.#tokens[begin]
    this.#tokens.push(token)
    if (opener && token.kind === 'other' && token.text === closing(opener)) {
      this.#open.pop()
      opener.span = this.#tokens.length - 1 - begin
      if (opener.name === 'url') this.#tokens.push(quotedUrl(this.#tokens.splice(begin)))
    } else if (closing(token) !== '') this.#open.push(this.#tokens.length - 1)
  }

  closed(): CssToken[] {
    for (let opener = this.#last; opener; opener = this.#last) this.put(piece('other', closing(opener)))
    return this.#tokens
  }

  get #last(): CssToken | undefined {
    return this.#tokens[this.#open.at(-1) ?? -1]
  }
}

/** Whether nothing stands there. */
export function isBlank({ kind }: CssToken): boolean {
  return kind === 'space' || kind === 'comment'
}

/** A text as a CSS string that ends no element of HTML either. */
export function cssString(text: string): string {
  return `"${text.replace(/[\0-\x1f"\\<>\x7f]/g, codeOf)}"`
}

/** What closes what a token opens; empty where it opens nothing. */
function closing({ kind, text }: CssToken): string {
  if (kind === 'function') return ')'
  if (kind !== 'other') return ''
  return text === '(' ? ')' : text === '[' ? ']' : text === '{' ? '}' : ''
}

/** `url(`, a string and `)` as one; with anything else in it, it is a mistake. */
function quotedUrl(call: readonly CssToken[]): CssToken {
  const [, inside, ...more] = call.filter((token) => !isBlank(token))
  const isUrl = inside?.kind === 'string' && more.length === 1
  return isUrl ? piece('url', '', inside.name) : piece('bad', '')
}

function piece(kind: CssToken['kind'], text: string, name = ''): CssToken {
  return { kind, text, name, span: 0 }
}

function plain(token: CSSToken): CssToken {
  switch (token[0]) {
    case TokenType.Whitespace:
      return piece('space', ' ')
    // Between two halves of a word it must not make one word of them, nor two selectors of one.
    case TokenType.Comment:
      return piece('comment', '/**/')
    case TokenType.String:
      return piece('string', cssString(token[4].value), token[4].value)
    case TokenType.Ident:
      return piece('name', escaped(token[4].value), token[4].value.toLowerCase())
    case TokenType.Function:
      return piece('function', `${escaped(token[4].value)}(`, token[4].value.toLowerCase())
    case TokenType.AtKeyword:
      return piece('at', `@${escaped(token[4].value)}`, token[4].value.toLowerCase())
    case TokenType.Hash:
      return piece('other', `#${(token[4].type === HashType.ID ? escaped : escapedPart)(token[4].value)}`)
    case TokenType.Dimension:
      return piece('other', dimension(token[1], token[4].unit))
    case TokenType.URL:
      return piece('url', '', token[4].value)
    case TokenType.CDO:
    case TokenType.CDC:
      return piece('wrapper', '')
    case TokenType.BadString:
    case TokenType.BadURL:
      return piece('bad', '')
    // A backslash would escape what follows it.
    case TokenType.Delim:
      return token[4].value === '\\' ? piece('bad', '') : piece('other', token[4].value)
    default:
      return piece('other', token[1])
  }
}

/** A unit that is written with escapes could be read as part of its number without. */
function dimension(written: string, unit: string): string {
  if (!written.includes('\\')) return written
  const number = /^[+-]?[\d.]+(?:e[+-]?\d+)?/i.exec(written)?.[0] ?? ''
  return (
    number + codeOf(unit) + escapedPart(unit.slice(String.fromCodePoint(unit.codePointAt(0) ?? 0).length))
  )
}

function escaped(name: string): string {
  if (name === '-') return codeOf(name)
  return escapedPart(name).replace(/^-?\d/, (begin) => begin.replace(/\d/, '\\3$& '))
}

/** What stands for itself in CSS and wherever else it is read. */
function escapedPart(name: string): string {
  return name.replace(/[\0-\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\xaf]/g, codeOf)
}

const codeOf = (character: string): string => `\\${character.codePointAt(0)?.toString(16) ?? ''} `
