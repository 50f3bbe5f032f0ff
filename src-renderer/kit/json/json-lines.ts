import { jsonText } from '../../../src-shared/interface/exact-number'

/** A stretch of JSON text with what it is, for colouring. */
interface JsonToken {
  kind: 'key' | 'value' | 'mark'
  text: string
}

const pattern = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|([{}[\],])|(\s+)/g

/** A value as indented JSON, cut into lines of tokens. */
export function jsonLines(value: unknown): JsonToken[][] {
  const text = value === undefined ? 'undefined' : jsonText(value, 2)
  return text.split('\n').map((line) => {
    const tokens: JsonToken[] = []
    for (const [, quoted, colon, literal, mark, space] of line.matchAll(pattern)) {
      if (quoted !== undefined && colon !== undefined) {
        tokens.push({ kind: 'key', text: quoted }, { kind: 'mark', text: colon })
      } else
        tokens.push({
          kind: (quoted ?? literal) ? 'value' : 'mark',
          text: quoted ?? literal ?? mark ?? space ?? '',
        })
    }
    return tokens
  })
}
