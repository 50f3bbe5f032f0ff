import type { CssToken } from '../render/css-tokens'

/** An element as selectors ask for it: names in lower case, as old mails are read without regard to case. */
export interface Styled {
  tag: string
  id: string
  classes: ReadonlySet<string>
  attributes: ReadonlyMap<string, string>
  /** What it stands in. */
  parent: Styled | null
}

interface Compound {
  tag: string
  ids: string[]
  classes: string[]
  attributes: { name: string; how: string; value: string }[]
}

/** A selector of tags, ids, classes and attributes, joined by what they stand in. */
export interface Selector {
  /** From the outermost to that of the element itself; `child`: it stands in the one before with nothing between. */
  parts: { compound: Compound; child: boolean }[]
  specificity: number
}

/** Reads a list of selectors. Those that ask for more, such as a state of the pointer, are left out. */
export function selectorsOf(tokens: readonly CssToken[]): Selector[] {
  const lists: CssToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'other' && token.text === ',') lists.push([])
    else lists.at(-1)?.push(token)
  }
  return lists.map(selectorOf).filter((selector) => selector !== null)
}

function selectorOf(tokens: readonly CssToken[]): Selector | null {
  const parts: Selector['parts'] = []
  let compound: Compound | null = null
  let child = false
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text, name } = tokens[at] ?? { kind: 'space', text: ' ', name: '' }
    if (kind === 'space' || text === '>') {
      if (compound !== null) parts.push({ compound, child })
      if (compound !== null || text === '>') child = text === '>'
      compound = null
      continue
    }
    compound ??= { tag: '', ids: [], classes: [], attributes: [] }
    if (kind === 'name') compound.tag = name
    else if (text.startsWith('#') && name !== '') compound.ids.push(name)
    else if (text === '.') {
      const following = tokens[(at += 1)]
      if (following?.kind !== 'name') return null
      compound.classes.push(following.name)
    } else if (text === '[') {
      const end = tokens.findIndex((token, index) => index > at && token.text === ']')
      const attribute = attributeOf(tokens.slice(at + 1, end))
      if (end < 0 || attribute === null) return null
      compound.attributes.push(attribute)
      at = end
    } else if (text !== '*') return null
  }
  if (compound !== null) parts.push({ compound, child })
  if (parts.length === 0) return null
  const weight = ({ ids, classes, attributes, tag }: Compound): number =>
    ids.length * 10_000 + (classes.length + attributes.length) * 100 + (tag === '' ? 0 : 1)
  return { parts, specificity: parts.reduce((sum, part) => sum + weight(part.compound), 0) }
}

function attributeOf(tokens: readonly CssToken[]): Compound['attributes'][number] | null {
  const [name, ...rest] = tokens.filter(({ kind }) => kind !== 'space')
  if (name?.kind !== 'name') return null
  const value = rest.pop()
  if (value === undefined) return { name: name.name, how: '', value: '' }
  const how = rest.map(({ text }) => text).join('')
  const plain = value.kind === 'string' ? value.text.slice(1, -1) : value.text
  return ['=', '~=', '*=', '^=', '$='].includes(how)
    ? { name: name.name, how, value: plain.toLowerCase() }
    : null
}

/** What a selector asks of the element itself that rules out most others: an id or a class; null: nothing such. */
export function keyOf({ parts }: Selector): string | null {
  const own = parts.at(-1)?.compound
  const [id] = own?.ids ?? []
  const [name] = own?.classes ?? []
  return id !== undefined ? `#${id}` : name !== undefined ? `.${name}` : null
}

/** Whether a selector means an element. `look` is called for every comparison, and may end it all by throwing. */
export function means({ parts }: Selector, element: Styled, look: () => void): boolean {
  const from = (index: number, styled: Styled): boolean => {
    look()
    const part = parts[index]
    if (part === undefined || !fits(part.compound, styled)) return false
    if (index === 0) return true
    for (let { parent } = styled; parent !== null; parent = parent.parent) {
      if (from(index - 1, parent)) return true
      if (part.child) return false
    }
    return false
  }
  return from(parts.length - 1, element)
}

function fits({ tag, ids, classes, attributes }: Compound, element: Styled): boolean {
  return (
    (tag === '' || tag === element.tag) &&
    ids.every((id) => id === element.id) &&
    classes.every((name) => element.classes.has(name)) &&
    attributes.every(({ name, how, value }) => holds(how, element.attributes.get(name)?.toLowerCase(), value))
  )
}

function holds(how: string, given: string | undefined, value: string): boolean {
  if (given === undefined) return false
  switch (how) {
    case '=':
      return given === value
    case '~=':
      return given.split(/\s+/).includes(value)
    case '*=':
      return value !== '' && given.includes(value)
    case '^=':
      return value !== '' && given.startsWith(value)
    case '$=':
      return value !== '' && given.endsWith(value)
    default:
      return true
  }
}
