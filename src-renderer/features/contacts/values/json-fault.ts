import { t } from '../../../../src-shared/messages/message'
/** Where a JSON text stops being one: the line, counted from 1, what is wrong, and from where to where. */
export interface JsonFault {
  line: number
  why: string
  from: number
  to: number
}

type Scan = { at: number } & Pick<JsonFault, 'why'>

const space = /[ \t\r\n]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const word = /(?:true|false|null)(?!\w)/y
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const run = /[^\s,:[\]{}"]+/y

/** What is wrong with a JSON text; null where nothing is. */
export function jsonFault(of: string): JsonFault | null {
  const found = new Scanner(of).whole()
  if (found === null) return null
  run.lastIndex = found.at
  const wrong = run.exec(of)?.[0] ?? of.slice(found.at, found.at + 1)
  const line = of.slice(0, found.at).split('\n').length
  return { line, why: found.why, from: found.at, to: found.at + wrong.length }
}

class Scanner {
  private at = 0

  constructor(private readonly of: string) {}

  whole(): Scan | null {
    const found = this.value()
    if (found) return found
    this.take(space)
    return this.at < this.of.length ? this.wrong(t('contacts.jsonFault.nothingMayFollowHere')) : null
  }

  private value(): Scan | null {
    this.take(space)
    const sign = this.of[this.at]
    if (sign === undefined) return this.wrong(t('contacts.jsonFault.aValueIsMissing'))
    if (sign === '{') return this.members('}', () => this.member())
    if (sign === '[') return this.members(']', () => this.value())
    if (this.take(text) || this.take(number) || this.take(word)) return null
    if (sign === '"') return this.wrong(t('contacts.jsonFault.theTextDoesNot'))
    return this.wrong(
      /[-\d.]/.test(sign)
        ? t('contacts.jsonFault.notANumber')
        : /[,:\]}]/.test(sign)
          ? t('contacts.jsonFault.aValueIsMissing')
          : t('contacts.jsonFault.textNeedsQuotes'),
    )
  }

  private member(): Scan | null {
    this.take(space)
    if (!this.take(text)) return this.wrong(t('contacts.jsonFault.aKeyNeedsQuotes'))
    this.take(space)
    if (this.of[this.at] !== ':') return this.wrong(t('contacts.jsonFault.aColonIsMissing'))
    this.at += 1
    return this.value()
  }

  private members(end: string, one: () => Scan | null): Scan | null {
    this.at += 1
    this.take(space)
    if (this.of[this.at] === end) {
      this.at += 1
      return null
    }
    for (;;) {
      const found = one()
      if (found) return found
      this.take(space)
      const sign = this.of[this.at]
      if (sign !== ',' && sign !== end)
        return this.wrong(
          sign === undefined
            ? t('contacts.jsonFault.endIsMissing', { end })
            : t('contacts.jsonFault.aCommaIsMissing'),
        )
      this.at += 1
      if (sign === end) return null
    }
  }

  private take(what: RegExp): boolean {
    what.lastIndex = this.at
    const found = what.exec(this.of)
    if (found) this.at += found[0].length
    return found !== null
  }

  private wrong(why: string): Scan {
    return { at: this.at, why }
  }
}
