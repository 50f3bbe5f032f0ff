import { type CssToken, cssTokens, isBlank } from './css-tokens'

/** A property and what it is given. */
export interface CssDeclaration {
  kind: 'declaration'
  property: CssToken
  /** With the spaces in it. */
  value: CssToken[]
  important: boolean
}

/** A rule, or an at-rule with a block. */
export interface CssRule {
  kind: 'rule'
  /** What stands before the block, spaces included. */
  prelude: CssToken[]
  block: CssBlock
}

/** Declarations and rules as CSS Syntax 3 finds them; what is a mistake is passed over as browsers do. */
export class CssBlock {
  private constructor(
    private readonly tokens: readonly CssToken[],
    /** A sheet has no declarations, an attribute no rules. */
    private readonly place: 'sheet' | 'block' | 'attribute',
  ) {}

  /** A style sheet. */
  static ofSheet(css: string): CssBlock {
    return new CssBlock(cssTokens(css), 'sheet')
  }

  /** A `style` attribute. */
  static ofAttribute(css: string): CssBlock {
    return new CssBlock(cssTokens(css), 'attribute')
  }

  /** What stands in it, in order. At-rules without a block, such as an import, are left out. */
  *items(): Generator<CssDeclaration | CssRule> {
    for (let at = 0, token = this.tokens[0]; token !== undefined; token = this.tokens[at]) {
      if (isBlank(token) || token.text === ';' || (token.kind === 'wrapper' && this.place === 'sheet')) {
        at += 1
        continue
      }
      const isAtRule = token.kind === 'at'
      const found = this.place === 'sheet' || isAtRule ? null : this.#declaration(at)
      if (found) yield found.declaration
      const end = found ? found.end : this.#upTo(isAtRule ? '{;' : rulesEndAt[this.place], at)
      const { text, span } = this.tokens[end] ?? { text: '', span: 0 }
      if (text === '{' && this.place !== 'attribute') {
        const inside = this.tokens.slice(end + 1, end + span)
        const isOfRules = isAtRule && this.place === 'sheet'
        const block = new CssBlock(inside, isOfRules ? 'sheet' : 'block')
        yield { kind: 'rule', prelude: this.tokens.slice(at, end), block }
      }
      at = end + span + 1
    }
  }

  /** null: there is none. With a block in it that is no value, it is the beginning of a rule. */
  #declaration(at: number): { declaration: CssDeclaration; end: number } | null {
    const property = this.tokens[at]
    let colon = at + 1
    for (let next = this.tokens[colon]; next && isBlank(next); next = this.tokens[colon]) colon += 1
    if (property?.kind !== 'name' || this.tokens[colon]?.text !== ':') return null
    const end = this.#upTo(property.name.startsWith('--') ? ';' : '{;', colon)
    if (this.tokens[end]?.text === '{') return null
    const value = this.tokens.slice(colon + 1, end)
    const [sign, word] = value.filter((token) => !isBlank(token)).slice(-2)
    const important = sign?.text === '!' && word?.name === 'important'
    if (important) value.splice(value.lastIndexOf(sign))
    return { declaration: { kind: 'declaration', property, value, important }, end }
  }

  /** Where one of some signs stands outside of brackets and blocks, from `at` on; the end where there is none. */
  #upTo(signs: string, at: number): number {
    let end = at
    for (let token = this.tokens[end]; token !== undefined; token = this.tokens[end]) {
      if (token.kind === 'other' && signs.includes(token.text)) break
      end += token.span + 1
    }
    return end
  }
}

/** What ends a rule that turns out to be none, or begins its block. */
const rulesEndAt = { sheet: '{', block: '{;', attribute: ';' }
