/** A piece of CSS as CSS Syntax 3 has it, with escapes undone in `name` and written plainly in `text`. */
export interface CssToken {
  kind: 'space' | 'string' | 'name' | 'function' | 'at' | 'url' | 'other'
  text: string
  /** Of a name, a function or an at-rule, in lower case; of a url its address; else empty. */
  name: string
}

const comment = /\/\*[^]*?(?:\*\/|$)/y
const space = /[ \t\r\n\f]+/y
const string = /"(?:[^"\\\n]|\\[^])*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\[^])*(?:'|$|(?=\n))/y
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|-?[a-z_][-\w]*)?/iy
const name = /(?:[-\w]|[^\0-\x7f]|\\[0-9a-f]{1,6}[ \t\r\n\f]?|\\[^\n])+/iuy
const bareUrl = /[^)]*\)?/y

/** Takes CSS apart. Comments go. Linear in its length. */
export function cssTokens(css: string): CssToken[] {
  const tokens: CssToken[] = []
  let at = 0
  const read = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(css)?.[0]
    if (found === undefined || found === '') return null
    at += found.length
    return found
  }
  while (at < css.length) {
    // A comment between two halves of a word must not make one word of them.
    if (read(comment) !== null || read(space) !== null) {
      tokens.push({ kind: 'space', text: ' ', name: '' })
      continue
    }
    const quoted = read(string)
    if (quoted !== null) {
      tokens.push({ kind: 'string', text: cssString(stringValue(quoted)), name: '' })
      continue
    }
    const figure = read(number)
    if (figure !== null) {
      tokens.push({ kind: 'other', text: figure, name: '' })
      continue
    }
    const sign = css.charAt(at)
    if (sign === '@' || sign === '#') at += 1
    const word = read(name)
    if (word === null) {
      // What could join with what follows goes where it stands alone.
      if (sign !== '@' && sign !== '#') {
        at += 1
        if (sign !== '\\') tokens.push({ kind: 'other', text: sign, name: '' })
      }
      continue
    }
    const plain = unescaped(word)
    const lower = plain.toLowerCase()
    if (sign === '@' || sign === '#') {
      const kind = sign === '@' ? 'at' : 'other'
      tokens.push({ kind, text: sign + escaped(plain, sign === '#'), name: lower })
    } else if (css.charAt(at) !== '(') {
      tokens.push({ kind: 'name', text: escaped(plain, false), name: lower })
    } else {
      at += 1
      if (lower !== 'url') {
        tokens.push({ kind: 'function', text: `${escaped(plain, false)}(`, name: lower })
        continue
      }
      read(space)
      const inside = read(string)
      const rest = read(bareUrl) ?? ''
      const address = inside === null ? unescaped(rest.replace(/\)$/, '').trim()) : stringValue(inside)
      tokens.push({ kind: 'url', text: '', name: address })
    }
  }
  return tokens
}

/** A text as a CSS string that ends no element of HTML either. */
export function cssString(text: string): string {
  return `"${text.replace(/[\0-\x1f"\\<>\x7f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`
}

function stringValue(quoted: string): string {
  const quote = quoted.charAt(0)
  const end = quoted.length > 1 && quoted.endsWith(quote) ? -1 : undefined
  return unescaped(quoted.slice(1, end).replace(/\\\n/g, ''))
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^]))/gi,
    (_whole, code?: string, character?: string) => {
      if (code === undefined) return character ?? ''
      const point = Number.parseInt(code, 16)
      const isNone = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
      return isNone ? '\ufffd' : String.fromCodePoint(point)
    },
  )
}

function escaped(plain: string, mayBeginWithDigit: boolean): string {
  const text = plain.replace(
    /[\0-\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]/g,
    (character) => `\\${character.charCodeAt(0).toString(16)} `,
  )
  return mayBeginWithDigit ? text : text.replace(/^-?\d/, (begin) => begin.replace(/\d/, '\\3$& '))
}
