import { defaultTreeAdapter, html as names, parse, type DefaultTreeAdapterMap } from 'parse5'
import type { Mail, Place } from '../../../src-shared/bridge/review'
import { isNestedDeeply } from '../../../src-shared/interface/plain-text'
import { findVariables } from '../../../src-shared/interface/template-text'
import { Showing, StyleSheets } from './shown/showing'

type MailNode = DefaultTreeAdapterMap['node']

/** An element of a mail as it is written. */
export interface MailElement {
  /** In lower case; of foreign content too. */
  tag: string
  /** Values with their variables as they are written; names in lower case. */
  attributes: ReadonlyMap<string, string>
  start: number
  end: number
  /** Where an attribute begins; that of the element for one it does not have. */
  startOf(attribute: string): { start: number; end: number }
  /** Whether it is not shown: by itself, by what it stands in, or, of a link, as nothing in it is. */
  hidden: boolean
  /** The nearest link it stands in. */
  link: MailElement | null
  /** The text in it. Filled in while the mail is read. */
  text: string
  /** Pictures in it that say what they show. */
  alt: string
}

interface MailText {
  text: string
  start: number
  hidden: boolean
  /** Of an element that shows no text: `style`, `script`, `title`. */
  inside: string
}

/** A comment that some mail programs read as HTML. */
interface ConditionalComment {
  html: string
  start: number
  /** Addresses of the links in it. */
  links: string[]
}

/** A mail taken apart, with where everything stands. */
export type ParsedMail = ReturnType<typeof parseMail>

// Code points that are no characters stand for variables while HTML is parsed, one for each of their characters.
const first = '\ufdd0'
const other = '\ufdd1'
/** Content that is no text of the mail. */
const silent = new Set(['style', 'script', 'title', 'noscript', 'template'])

/** Takes a mail apart. */
export function parseMail(mail: Mail) {
  const { body } = mail
  const lines = lineStarts(body)
  const placeAt = (part: Place['part'], starts: readonly number[], start: number, end: number): Place => {
    const line = Math.max(0, firstWhere(starts.length, (at) => (starts[at] ?? 0) > start) - 1)
    return { part, line: line + 1, column: start - (starts[line] ?? 0) + 1, length: Math.max(0, end - start) }
  }
  const tooDeep = isNestedDeeply(body)
  const reader = new Reader(body)
  if (!tooDeep) reader.read()
  return {
    mail,
    elements: reader.elements,
    texts: reader.texts,
    comments: reader.comments,
    /** A part of the body as a place. */
    place: (start: number, end: number) => placeAt('body', lines, start, end),
    /** A part of the subject, or all of another field. */
    placeIn: (part: Place['part'], start = 0, end?: number) => {
      const text = part === 'audience' || part === 'schedule' ? '' : mail[part]
      return placeAt(part, [0], start, end ?? text.length)
    },
    /** The shown text, its runs of spaces one each. */
    shown: reader.texts
      .filter(({ hidden, inside }) => !hidden && inside === '')
      .map(({ text }) => text)
      .join(' ')
      .replace(/[\s\u200b-\u200d\ufeff\u00a0]+/g, ' ')
      .trim(),
    /** Nested beyond reason: nothing of it was read. */
    tooDeep,
  }
}

interface Within {
  showing: Showing
  link: MailElement | null
  inside: string
}

class Reader {
  readonly elements: MailElement[] = []
  readonly texts: MailText[] = []
  readonly comments: ConditionalComment[] = []
  readonly #variables: { start: number; written: string }[]
  /** Links with something in them, and whether any of it is shown. */
  readonly #filled = new Map<MailElement, boolean>()

  constructor(private readonly body: string) {
    this.#variables = findVariables(body).map(({ start, end }) => ({
      start,
      written: body.slice(start, end),
    }))
  }

  read(): void {
    let masked = ''
    let at = 0
    for (const { start, written } of this.#variables) {
      masked += this.body.slice(at, start) + first + other.repeat(written.length - 1)
      at = start + written.length
    }
    masked += this.body.slice(at)
    const document = parse(masked, { sourceCodeLocationInfo: true, scriptingEnabled: false })
    const waiting: { node: MailNode; within: Within }[] = [
      { node: document, within: { showing: Showing.of(sheetsOf(document)), link: null, inside: '' } },
    ]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const inner = this.#enter(next.node, next.within)
      if (!('childNodes' in next.node)) continue
      const children: MailNode[] = next.node.childNodes
      for (let index = children.length - 1; index >= 0; index -= 1) {
        const node = children[index]
        if (node) waiting.push({ node, within: inner })
      }
    }
    for (const [link, isShown] of this.#filled) link.hidden = !isShown
  }

  #enter(node: MailNode, within: Within): Within {
    if (defaultTreeAdapter.isTextNode(node)) {
      const start = node.sourceCodeLocation?.startOffset ?? 0
      const text = this.#written(node.value, start)
      const hidden = within.showing.hidesText
      this.texts.push({ text, start, hidden, inside: within.inside })
      if (within.link && !silent.has(within.inside)) {
        within.link.text += text
        if (text.trim() !== '') this.#fill(within.link, hidden)
      }
      return within
    }
    if (defaultTreeAdapter.isCommentNode(node)) {
      this.#comment(node)
      return within
    }
    if (!defaultTreeAdapter.isElementNode(node)) return within
    const location = node.sourceCodeLocation
    // What the parser adds of its own stands nowhere.
    const start = location?.startOffset ?? 0
    const end = location?.startTag?.endOffset ?? location?.endOffset ?? start
    const attributes = new Map<string, string>()
    for (const { name, value } of node.attrs) {
      attributes.set(name.toLowerCase(), this.#written(value, location?.attrs?.[name]?.startOffset ?? start))
    }
    const tag = node.tagName.toLowerCase()
    const showing = within.showing.within(node, attributes.get('style'))
    const hidden = tag === 'img' ? showing.hidesImages : showing.hidesText
    const element: MailElement = {
      tag,
      attributes,
      start,
      end,
      startOf: (name) => {
        const found = location?.attrs?.[name]
        return found ? { start: found.startOffset, end: found.endOffset } : { start, end }
      },
      hidden,
      link: within.link,
      text: '',
      alt: '',
    }
    if (location) this.elements.push(element)
    const isHtml = node.namespaceURI === names.NS.HTML
    if (tag === 'img' && within.link) {
      within.link.alt += attributes.get('alt') ?? ''
      this.#fill(within.link, hidden)
    }
    return {
      showing,
      link: tag === 'a' ? element : within.link,
      inside: silent.has(tag) || !isHtml ? tag : within.inside,
    }
  }

  #fill(link: MailElement, hidden: boolean): void {
    this.#filled.set(link, !hidden || this.#filled.get(link) === true)
  }

  #comment(node: DefaultTreeAdapterMap['commentNode']): void {
    const inner = /^\s*\[if[^\]]*\]>([^]*?)(?:<!\[endif\])?\s*$/i.exec(node.data)?.[1]
    if (inner === undefined) return
    const start = node.sourceCodeLocation?.startOffset ?? 0
    const html = this.#written(inner, start)
    const links = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    )
    this.comments.push({ html, start, links })
  }

  /** A text of the parser with its variables as they are written, which are those from `start` on. */
  #written(text: string, start: number): string {
    if (!text.includes(first)) return text
    let index = firstWhere(this.#variables.length, (at) => (this.#variables[at]?.start ?? 0) >= start)
    return text.replace(/\ufdd0\ufdd1*/g, () => this.#variables[index++]?.written ?? '')
  }
}

/** The first of so many places from which on something holds. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** What the style sheets of a mail say, wherever in it they stand. */
export function sheetsOf(document: MailNode): StyleSheets {
  const sheets = new StyleSheets()
  const waiting: MailNode[] = [document]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('childNodes' in node)) continue
    if (node.nodeName === 'style' && 'attrs' in node) {
      const media = node.attrs.find(({ name }) => name === 'media')?.value ?? ''
      for (const child of node.childNodes)
        if (defaultTreeAdapter.isTextNode(child)) sheets.add(child.value, media)
      continue
    }
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index]
      if (child) waiting.push(child)
    }
  }
  return sheets
}

/** The words of each link of a mail that shows some, by its address as it is written. */
export function linkWords(mail: Mail): Map<string, string> {
  const words = new Map<string, string>()
  for (const { tag, attributes, text, alt } of parseMail(mail).elements) {
    const to = tag === 'a' ? attributes.get('href')?.trim() : undefined
    const said = (text.trim() || alt.trim()).replace(/\s+/g, ' ')
    if (to !== undefined && said !== '' && !words.has(to)) words.set(to, said)
  }
  return words
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
  return starts
}
