/**
 * What a Liquid template is made of beside its text. `verbatim` is what stands between `raw` and `endraw`, which is sent
 * as it is written; `comment` is never sent, its tags included.
 */
export interface LiquidToken {
  kind: 'output' | 'tag' | 'verbatim' | 'comment'
  start: number
  end: number
  /** What is between the delimiters, without spaces and the signs that trim; of `verbatim` and `comment` as written. */
  inner: string
}

/** A path in an output or a tag: `data.plan`, `items[0].name`. */
export interface LiquidPath {
  /** Its keys with dots between them. */
  name: string
  start: number
  end: number
}

/** Takes a text apart as Liquid does. What is opened and not closed is text. Linear in its length. */
export function liquidTokens(text: string): LiquidToken[] {
  const tokens: LiquidToken[] = []
  const opening = /\{[{%]/g
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const start = open.index
    const isTag = open[0] === '{%'
    const close = isTag ? text.indexOf('%}', start + 2) : outputEnd(text, start + 2)
    // Without an end here none comes later either: whatever follows of its kind is text as well.
    if (close < 0) {
      if (!text.includes(isTag ? '{{' : '{%', start)) break
      opening.lastIndex = start + 2
      continue
    }
    const inner = text
      .slice(start + 2, close)
      .replace(/^-|-$/g, '')
      .trim()
    const block = isTag && /^(raw|comment)\b/.exec(inner)?.[1]
    if (block) {
      const token = blockToken(text, block === 'raw' ? 'verbatim' : 'comment', { start, from: close + 2 })
      tokens.push(token)
      opening.lastIndex = token.end
    } else {
      tokens.push({ kind: isTag ? 'tag' : 'output', start, end: close + 2, inner })
      opening.lastIndex = close + 2
    }
  }
  return tokens
}

function blockToken(
  text: string,
  kind: 'verbatim' | 'comment',
  { start, from }: { start: number; from: number },
): LiquidToken {
  const ending = kind === 'verbatim' ? /\{%-?\s*endraw\s*-?%\}/g : /\{%-?\s*endcomment\s*-?%\}/g
  ending.lastIndex = from
  const end = ending.exec(text)
  return end === null
    ? { kind, start, end: text.length, inner: text.slice(from) }
    : { kind, start, end: end.index + end[0].length, inner: text.slice(from, end.index) }
}

/** Where the braces that end an output begin: those within its quotes do not. */
function outputEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '}' && text.charAt(at + 1) === '}') return at
  }
  // A quote that is not closed, as in {{ first name ?? don't }}: the first braces end it.
  return quote === '' ? -1 : text.indexOf('}}', from)
}

const key = String.raw`[\p{L}\p{N}_$@-]`
const path = new RegExp(
  String.raw`[\p{L}_$@]${key}*\??(?:\.${key}+|\[\s*(?:"[^"]*"|'[^']*'|-?\d+)\s*\])*`,
  'uy',
)
const quoted = /"[^"]*"|'[^']*'/y
const number = /-?\d[\d.]*/y

/** Words of expressions that are no paths. */
const words = new Set(
  'and or not contains in true false nil null empty blank limit offset reversed cols by with for as'.split(
    ' ',
  ),
)

/** The paths that an expression names, in their order, without its filters' names. `offset`: where it stands. */
export function pathsIn(expression: string, offset = 0): LiquidPath[] {
  const found: LiquidPath[] = []
  let at = 0
  let isFilter = false
  const next = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(expression)?.[0] ?? null
  }
  while (at < expression.length) {
    const text = next(quoted) ?? next(number)
    const named = text === null ? next(path) : null
    if (named !== null) {
      const isArgument = /^\s*:/.test(expression.slice(at + named.length, at + named.length + 8))
      if (!isFilter && !isArgument && !words.has(named))
        found.push({ name: pathName(named), start: offset + at, end: offset + at + named.length })
      isFilter = false
    } else if (expression.charAt(at) === '|') isFilter = true
    at += (text ?? named)?.length ?? 1
  }
  return found
}

/** `a["b c"][0]` as `a.b c.0`. */
export function pathName(written: string): string {
  return written.replace(
    /\[\s*(?:"([^"]*)"|'([^']*)'|(-?\d+))\s*\]/g,
    (_whole, double, single, index) => `.${String(double ?? single ?? index)}`,
  )
}
