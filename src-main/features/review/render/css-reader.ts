import type { CssToken } from './css-tokens'

/** Reads the pieces of CSS one after another. */
export class CssReader {
  #at = 0
  constructor(private readonly tokens: readonly CssToken[]) {}

  /** Whether all was read. */
  get isOver(): boolean {
    return this.#at >= this.tokens.length
  }

  /** The next piece, which is not taken. */
  peek(): CssToken | undefined {
    return this.tokens[this.#at]
  }

  /** Takes the next piece. */
  next(): CssToken | undefined {
    return this.tokens[this.#at++]
  }

  /** Reads up to one of `ends` outside brackets, which is not taken. */
  upTo(ends: string): CssToken[] {
    const read: CssToken[] = []
    let depth = 0
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (depth === 0 && token.kind === 'other' && ends.includes(token.text)) break
      if (token.kind === 'function' || token.text === '(' || token.text === '[') depth += 1
      if (token.text === ')' || token.text === ']') depth = Math.max(0, depth - 1)
      // A brace ends brackets that were left open: browsers would read on, we take the smaller harm.
      if (token.text === '{' || token.text === '}') depth = 0
      if (depth === 0 && token.kind === 'other' && ends.includes(token.text)) break
      read.push(token)
      this.#at += 1
    }
    return read
  }

  /** After `{`: everything up to its `}`, which is taken. */
  skipBlock(): void {
    let depth = 1
    for (let token = this.next(); token !== undefined; token = this.next()) {
      if (token.text === '{') depth += 1
      if (token.text === '}' && --depth === 0) return
    }
  }
}
