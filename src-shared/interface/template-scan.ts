import { findVariables, type Variable } from './template-text'

/**
 * Where a variable stands in HTML: `text` between tags or in a quoted attribute, `bare` in an attribute without quotes,
 * `style` in CSS, `none` where nothing may be filled in: scripts, `on...` attributes, names of elements and attributes.
 */
export type SlotContext = 'text' | 'bare' | 'style' | 'none'

/** A place to be filled in. */
export interface Slot {
  variable: Variable
  context: SlotContext
}

/** HTML as it is, or a place in it. */
export type HtmlPiece = string | Slot

/** A run of pieces. A location is the value of an attribute such as `href` whose beginning a variable decides. */
interface HtmlRun {
  pieces: HtmlPiece[]
  isLocation: boolean
}

type State =
  | 'data'
  | 'raw'
  | 'comment'
  | 'declaration'
  | 'tagName'
  | 'tag'
  | 'attributeName'
  | 'afterName'
  | 'beforeValue'
  | 'value'

const locations = new Set(
  'href src action formaction background poster cite data longdesc lowsrc dynsrc ping xlink:href'.split(' '),
)
/** Elements whose content is no HTML. */
const rawElements = new Set(['script', 'style', 'title', 'textarea'])
/** More of a name than any that matters has. */
const nameMax = 20

/** Splits a template into what is HTML and what is to be filled in. Linear in its length. */
export function scanHtml(html: string): HtmlRun[] {
  const scanner = new HtmlScanner(html)
  for (const variable of findVariables(html)) scanner.take(variable)
  return scanner.end()
}

/**
 * Follows the tokenizer of the HTML standard (section 13.2.5) as far as it decides where a variable stands. A
 * conditional comment (`<!--[if mso]>`) is read as the HTML it is to the mail client it is for.
 */
class HtmlScanner {
  private readonly runs: HtmlRun[] = []
  private pieces: HtmlPiece[] = []
  private state: State = 'data'
  /** Where reading goes on. */
  private at = 0
  /** What lies before is in `pieces`. */
  private flushed = 0
  private element = ''
  private attribute = ''
  /** The quote around the value being read; empty without one. */
  private quote = ''

  constructor(private readonly html: string) {}

  take(variable: Variable): void {
    this.readTo(variable.start)
    if (this.state === 'beforeValue') this.beginValue('', variable.start)
    this.flush(variable.start)
    this.pieces.push({ variable, context: this.context() })
    this.at = this.flushed = variable.end
  }

  end(): HtmlRun[] {
    this.readTo(this.html.length)
    this.flush(this.html.length)
    this.endRun(this.state === 'value' && locations.has(this.attribute))
    return this.runs
  }

  private context(): SlotContext {
    if (this.state === 'data' || this.state === 'comment') return 'text'
    if (this.state === 'raw') {
      return this.element === 'script' ? 'none' : this.element === 'style' ? 'style' : 'text'
    }
    if (this.state !== 'value' || this.attribute.startsWith('on') || this.attribute === 'srcdoc')
      return 'none'
    if (this.attribute === 'style') return 'style'
    return this.quote === '' ? 'bare' : 'text'
  }

  private flush(to: number): void {
    if (to > this.flushed) this.pieces.push(this.html.slice(this.flushed, to))
    this.flushed = to
  }

  private endRun(isAttribute: boolean): void {
    if (this.pieces.length > 0) {
      this.runs.push({ pieces: this.pieces, isLocation: isAttribute && variableDecides(this.pieces) })
    }
    this.pieces = []
  }

  private beginValue(quote: string, start: number): void {
    this.state = 'value'
    this.quote = quote
    if (!locations.has(this.attribute)) return
    this.flush(start)
    this.endRun(false)
  }

  private endValue(end: number): void {
    this.state = 'tag'
    if (!locations.has(this.attribute)) return
    this.flush(end)
    this.endRun(true)
  }

  private readTo(end: number): void {
    while (this.at < end) this.step(end)
  }

  /** Reads one character, or the few that belong together. */
  private step(end: number): void {
    const { html, at } = this
    const character = html.charAt(at)
    this.at++
    switch (this.state) {
      case 'data':
        if (character === '<') this.open(end)
        return
      case 'raw':
        if (character === '<' && this.endsElement(at)) this.beginTag()
        return
      case 'comment':
        if (character === '>' && (html.endsWith('--', at) || html.endsWith('--!', at))) this.state = 'data'
        return
      case 'declaration':
        if (character === '>') this.state = 'data'
        return
      case 'value':
        if (this.quote === '' ? /[\s>]/.test(character) : character === this.quote) {
          this.endValue(at)
          if (character === '>') this.closeTag()
        }
        return
      default:
        this.stepInTag(character)
    }
  }

  /** After `<`. */
  private open(end: number): void {
    const { html, at } = this
    // A variable right after it could name an element.
    if (at === end && end < html.length) this.beginTag()
    else if (html.startsWith('!--', at)) {
      this.at += 3
      const conditional = /\[if [^\]>]{0,200}\]>/y
      conditional.lastIndex = this.at
      if (conditional.test(html)) this.at = conditional.lastIndex
      else if (html.startsWith('>', this.at)) this.at += 1
      else if (html.startsWith('->', this.at)) this.at += 2
      else this.state = 'comment'
    } else if (/[!?]/.test(html.charAt(at))) this.state = 'declaration'
    else if (html.charAt(at) === '/' || /[a-z]/i.test(html.charAt(at))) this.beginTag()
  }

  private endsElement(at: number): boolean {
    const after = at + 2 + this.element.length
    return (
      this.html.charAt(at + 1) === '/' &&
      this.html.slice(at + 2, after).toLowerCase() === this.element &&
      /[\s/>]/.test(this.html.charAt(after))
    )
  }

  private beginTag(): void {
    this.state = 'tagName'
    this.element = ''
  }

  private closeTag(): void {
    this.state = rawElements.has(this.element) ? 'raw' : 'data'
  }

  private stepInTag(character: string): void {
    const { state } = this
    const isSpace = /\s/.test(character)
    if (character === '>') this.closeTag()
    else if (state === 'tagName' && !isSpace && (character !== '/' || this.element === '')) {
      // The name of an end tag keeps its slash, so that it is none of the raw elements.
      if (this.element.length < nameMax) this.element += character.toLowerCase()
    } else if (state === 'beforeValue') {
      if (character === '"' || character === "'") this.beginValue(character, this.at)
      else if (!isSpace) this.beginValue('', this.at - 1)
    } else if (isSpace) this.state = state === 'attributeName' || state === 'afterName' ? 'afterName' : 'tag'
    else if (character === '/') this.state = 'tag'
    else if (character === '=' && state !== 'tag') this.state = 'beforeValue'
    else {
      if (state !== 'attributeName') this.attribute = ''
      this.state = 'attributeName'
      if (this.attribute.length < nameMax) this.attribute += character.toLowerCase()
    }
  }
}

/** Whether what is before the first variable leaves the scheme open. */
function variableDecides(pieces: readonly HtmlPiece[]): boolean {
  const first = pieces[0]
  if (pieces.length === 1 && typeof first === 'string') return false
  return typeof first !== 'string' || !/[:/?#]/.test(first)
}
