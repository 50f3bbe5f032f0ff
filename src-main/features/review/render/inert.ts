import { t } from '../../../../src-shared/messages/message'
import { defaultTreeAdapter, html as names, parse, type DefaultTreeAdapterMap } from 'parse5'
import { attributes, controls, elements, empty, replaced, withContent } from './allowed'
import { CssBlock } from './css-block'
import { type CssRules, inertDeclarations, inertMedia, inertSheet, knowsDark } from './css'
import { imageBox } from './image-box'
import { escape, withoutMarks } from './marks'

type Element = DefaultTreeAdapterMap['element']
type Parent = DefaultTreeAdapterMap['parentNode']
type InertNode = DefaultTreeAdapterMap['childNode']

/** How a mail is made inert. */
interface InertOptions {
  /** Data URLs by the address of the picture; null: pictures are not to be loaded. */
  images: ReadonlyMap<string, string> | null
  dark: boolean
  /** What stands beside a link, by its address. */
  beside?: ReadonlyMap<string, string> | undefined
  /** HTML of a text, with what variables became marked or not. */
  text(text: string): string
}

/** A mail of which nothing is left that runs, loads or leads anywhere. */
export interface InertMail {
  /** Attributes of its `html` and `body`: "" or " dir=..." and so on. */
  root: string
  body: string
  /** What is in its `body`. */
  content: string
  /** Its style sheets, one after the other. */
  styles: string
  /** Addresses of pictures, each once: on the web, or data of its own. */
  pictures: string[]
  /** How many places show no picture. */
  blocked: number
  /** Whether it says itself how it looks in dark. */
  knowsDark: boolean
  /** The texts in it in order, shown or not, without what variables were marked by. */
  words: string
}

/** Deeper, elements are left out and their text stays: browsers do no other. */
const depthMax = 400

/** Makes HTML inert: it is parsed as a browser does, and written anew with what is known to be harmless. */
export function inertMail(source: string, options: InertOptions): InertMail {
  const document = parse(source, { scriptingEnabled: false })
  const root = childOf(document, 'html')
  const body = root && childOf(root, 'body')
  const writer = new Writer(options)
  const rootAttributes = root ? writer.attributes(root) : ''
  if (root) for (const child of root.childNodes) if (child !== body) writer.gather(child, 0)
  const bodyAttributes = body ? writer.attributes(body) : ''
  const content = body ? writer.children(body, 0) : ''
  return {
    root: rootAttributes,
    body: bodyAttributes,
    content,
    styles: writer.styles.join('\n'),
    pictures: [...writer.pictures],
    blocked: writer.blocked,
    knowsDark: writer.knowsDark,
    words: writer.words.join(''),
  }
}

class Writer {
  readonly styles: string[] = []
  readonly pictures = new Set<string>()
  readonly words: string[] = []
  blocked = 0
  knowsDark = false
  readonly #css: CssRules
  /** What style attributes say, by how they are written: mails repeat themselves. */
  readonly #written = new Map<string, CssBlock>()

  constructor(private readonly options: InertOptions) {
    this.#css = { dark: options.dark, image: (address) => this.#picture(address) }
  }

  children(parent: Parent, depth: number): string {
    return parent.childNodes.map((child) => this.#node(child, depth)).join('')
  }

  /** Of what is shown nowhere, such as the head, only style sheets are taken. */
  gather(node: InertNode, depth: number): void {
    if (!isElement(node) || depth > depthMax) return
    if (isOurs(node) && node.tagName === 'style') this.#sheet(node)
    else if (node.tagName === 'meta') this.#meta(node)
    else for (const child of node.childNodes) this.gather(child, depth + 1)
  }

  attributes(element: Element, besides: readonly string[] = []): string {
    let out = ''
    for (const { name, value, prefix } of element.attrs) {
      const plain = withoutMarks(value)
      if (prefix !== undefined || besides.includes(name)) continue
      if (name === 'style') {
        this.knowsDark ||= knowsDark(plain)
        out += attribute('style', inertDeclarations(this.#declarations(plain), this.#css))
      } else if (name === 'background') {
        const image = this.#picture(plain.trim())
        if (image !== null) out += attribute('background', image)
      } else if (attributes.has(name)) out += attribute(name, plain)
    }
    return out
  }

  #node(node: InertNode, depth: number): string {
    if (defaultTreeAdapter.isTextNode(node)) {
      this.words.push(withoutMarks(node.value))
      return this.options.text(node.value)
    }
    if (!isElement(node)) return ''
    if (depth > depthMax) return this.options.text(plainWords(node))
    return isOurs(node) ? this.#element(node, depth) : ''
  }

  #element(element: Element, depth: number): string {
    const { tagName } = element
    if (tagName === 'style') {
      this.#sheet(element)
      return ''
    }
    if (tagName === 'meta') this.#meta(element)
    if (withContent.has(tagName)) return ''
    if (tagName === 'img' || tagName === 'image') return this.#image(element)
    if (controls.has(tagName)) return this.#control(element, depth)
    const children = () => {
      const inside = this.children(element, depth + 1)
      if (isBlock.test(tagName)) this.words.push(' ')
      return inside
    }
    if (tagName === 'a')
      return `<a${this.attributes(element, ['title', 'role'])}${link(element)}>${children()}</a>${this.#beside(element)}`
    const name = replaced.get(tagName) ?? tagName
    if (!elements.has(name)) return children()
    if (empty.has(name)) {
      this.words.push(' ')
      return `<${name}${this.attributes(element)}>`
    }
    // The first line break in <pre> is not shown, so one that is needs another before it.
    return `<${name}${this.attributes(element)}>${name === 'pre' ? '\n' : ''}${children()}</${name}>`
  }

  #image(element: Element): string {
    const source = withoutMarks(attributeOf(element, 'src') ?? '').trim()
    const image = this.#picture(source)
    if (image === null)
      return imageBox(element, this.attributes(element, ['width', 'height', 'alt', 'title', 'role']))
    return `<img${this.attributes(element)}${attribute('src', image)}>`
  }

  #control(element: Element, depth: number): string {
    const type = (attributeOf(element, 'type') ?? 'text').toLowerCase()
    if (element.tagName === 'input' && type === 'hidden') return ''
    const said =
      element.tagName === 'input'
        ? this.options.text(attributeOf(element, 'value') ?? attributeOf(element, 'placeholder') ?? '')
        : this.children(element, depth + 1)
    const title = attribute('title', t('review.inert.mostMailProgramsLeave'))
    return `<span class="postroom-control" role="note"${title}>${said}\u200b</span>`
  }

  #beside(element: Element): string {
    const words = this.options.beside?.get(targetOf(element))
    return words === undefined ? '' : ` <span class="postroom-beside">${escape(words)}</span>`
  }

  #declarations(css: string): CssBlock {
    const known = this.#written.get(css) ?? CssBlock.ofAttribute(css)
    this.#written.set(css, known)
    return known
  }

  #sheet(element: Element): void {
    const type = attributeOf(element, 'type')?.trim().toLowerCase() ?? ''
    if (type !== '' && type !== 'text/css') return
    const css = withoutMarks(plainWords(element))
    this.knowsDark ||= knowsDark(css)
    const sheet = inertSheet(css, this.#css)
    const media = attributeOf(element, 'media')
    const condition =
      media === null || media.trim() === ''
        ? 'all'
        : (inertMedia(media, this.#css) ?? t('review.inert.notAll'))
    this.styles.push(condition === 'all' ? sheet : `@media ${condition}{${sheet}}`)
  }

  #meta(element: Element): void {
    const name = attributeOf(element, 'name')?.toLowerCase() ?? ''
    if (!/^(?:supported-color-schemes|color-scheme)$/.test(name)) return
    if (/\bdark\b/i.test(attributeOf(element, 'content') ?? '')) this.knowsDark = true
  }

  #picture(address: string): string | null {
    if (/^(?:https?:\/\/|data:image\/)/i.test(address)) this.pictures.add(address)
    const image = this.options.images?.get(address) ?? null
    if (image === null) this.blocked += 1
    return image
  }
}

const isBlock =
  /^(?:address|article|aside|blockquote|center|d[dlt]|div|footer|h[1-6]|header|li|main|nav|[ou]l|p|pre|section|t[dhr]|table)$/

/** The text of a node and all in it, however deep that is. */
function plainWords(node: InertNode): string {
  const out: string[] = []
  const waiting: InertNode[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(next)) out.push(next.value)
    else if (isElement(next)) waiting.push(...[...next.childNodes].reverse())
  }
  return out.join('')
}

const targetOf = (element: Element): string => withoutMarks(attributeOf(element, 'href') ?? '').trim()

/** Where a link leads is told, not gone to. */
function link(element: Element): string {
  const target = targetOf(element)
  if (attributeOf(element, 'href') === null) return ''
  return ` data-postroom-link=""${attribute('title', target === '' ? t('review.inert.leadsNowhere') : target)} role="link" aria-disabled="true"`
}

/** The value of an attribute; null where an element has none. */
export function attributeOf(element: Element, wanted: string): string | null {
  return element.attrs.find(({ name, prefix }) => name === wanted && prefix === undefined)?.value ?? null
}

/** An attribute as it is written, with a space before it. */
function attribute(name: string, value: string): string {
  return ` ${name}="${escape(value)}"`
}

const isElement = (node: InertNode): node is Element => defaultTreeAdapter.isElementNode(node)
const isOurs = (element: Element): boolean => element.namespaceURI === names.NS.HTML

function childOf(parent: Parent, tagName: string): Element | null {
  return parent.childNodes.filter(isElement).find((child) => child.tagName === tagName) ?? null
}
