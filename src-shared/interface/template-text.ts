import { jsonText, unmarked } from './exact-number'
import { oneLine } from './one-line'

/** One variable of a template's text (wire.md, "Records"): `{{name}}` or `{{name ?? 'there'}}`. */
export interface Variable {
  /** Where its braces begin. */
  start: number
  /** The index after its braces. */
  end: number
  /** As written, spaces around it gone and those within it one each: `data.first name`. */
  name: string
  /** What it shows when there is no value; null without a fallback. */
  fallback: string | null
}

/** Names that stand for the contact and for links, whatever the data holds. */
export const ownVariables = ['id', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'] as const

/** What variables are filled in from. */
export type TemplateValues = Record<(typeof ownVariables)[number], string> & {
  /** Any JSON; keys may be anything, `__proto__` too. */
  data: Record<string, unknown>
}

/** What a name may not hold: braces, what begins a fallback, and what belongs to HTML or to other template languages. */
const outsideNames = new Set('{}?\'"<>&|')
const nameMax = 255

/** Finds the variables of a text, in order. What is no variable by the grammar is text. Linear in its length. */
export function findVariables(text: string): Variable[] {
  const found: Variable[] = []
  let at = text.indexOf('{{')
  while (at >= 0) {
    const variable = variableAt(text, at)
    if (variable) found.push(variable)
    at = text.indexOf('{{', variable ? variable.end : at + 1)
  }
  return found
}

// Reads by index, without a pattern that could go back: hostile text must not cost more than its length.
function variableAt(text: string, start: number): Variable | null {
  const begin = afterSpace(text, start + 2)
  let at = begin
  while (at < text.length && at - begin < nameMax && !outsideNames.has(text.charAt(at))) at++
  const name = text.slice(begin, at).replace(/\s+/g, ' ').trim()
  // {{#each}}, {{/if}}, {{!note}}: of other template languages, which this one does not speak.
  if (!/^[\p{L}\p{N}_$@]/u.test(name)) return null
  let fallback: string | null = null
  if (text.startsWith('??', at)) {
    const quoted = quotedAt(text, afterSpace(text, at + 2))
    if (!quoted) return null
    fallback = quoted.text
    at = afterSpace(text, quoted.end)
  }
  return text.startsWith('}}', at) ? { start, end: at + 2, name, fallback } : null
}

/** A text in single or double quotes; a backslash takes the character after it as it is. */
function quotedAt(text: string, start: number): { text: string; end: number } | null {
  const quote = text.charAt(start)
  if (quote !== "'" && quote !== '"') return null
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === quote) {
      return { text: text.slice(start + 1, at).replace(/\\([^])/g, '$1'), end: at + 1 }
    }
  }
  return null
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}

/**
 * The text a variable shows: its value, else its fallback, else nothing. A value that is null or shows nothing counts
 * as none.
 */
export function variableText({ name, fallback }: Variable, values: TemplateValues): string {
  return valueText(valueOf(name, values)) || (fallback ?? '')
}

function valueOf(name: string, values: TemplateValues): unknown {
  const own = ownVariables.find((each) => each === name)
  if (own) return values[own]
  const path = name.startsWith('data.') ? name.slice('data.'.length) : name
  // A key with a dot in it goes before a path: imports make such keys.
  if (Object.hasOwn(values.data, path)) return values.data[path]
  let value: unknown = values.data
  for (const key of path.split('.')) {
    // Own keys only: `constructor` and the like are no data.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    if (Array.isArray(value) && !/^\d+$/.test(key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** A value as text: strings, numbers and booleans as they are, a list with commas, anything else as JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    return value
      .map(elementText)
      .filter((text) => text !== '')
      .join(', ')
  }
  return elementText(value)
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? jsonText(value) : unmarked(String(value))
}

/** The longest subject, in characters: what is over is cut off. */
export const subjectMax = 998

/** Renders a subject: one line, values as they are. */
export function renderSubject(subject: string, values: TemplateValues): string {
  let text = ''
  let at = 0
  for (const variable of findVariables(subject)) {
    // A value may be a megabyte: no more of it is taken than could show.
    text += subject.slice(at, variable.start) + variableText(variable, values).slice(0, 2 * subjectMax)
    at = variable.end
  }
  return subjectLine(text + subject.slice(at))
}

/** A rendered subject as it is sent: one line, no longer than {@link subjectMax}. */
export function subjectLine(rendered: string): string {
  return oneLine(rendered)
    .slice(0, subjectMax)
    .replace(/[\ud800-\udbff]$/, '')
}
