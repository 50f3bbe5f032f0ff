import { t } from '../messages/message'
import { lazily } from '../lazily'
import { jsonText, unmarked } from './exact-number'
import { Liquid, LiquidError } from 'liquidjs'
import { liquidTokens } from './liquid-tokens'
import { outputParts } from './liquid-view'
import { bodyMax, BodyTooLong } from './template-html'
import { findVariables, type TemplateValues, variableText } from './template-text'

/** Where a template cannot be read, as the service tells it when the template is saved. */
export interface LiquidFault {
  /** What is wrong, in the words of the language's parser. */
  message: string
  /** The first is 1. */
  line: number
  column: number
}

/** Milliseconds that one mail may take, and characters that it may make in between: a loop ends. */
const renderLimit = 3000
const memoryLimit = 4 * bodyMax

/** Names that no template has, for what the service's forms beside Liquid are written as. */
const orElse = 'postroom_or_else'
const whole = 'postroom_whole_scope'

/** Reads no files, and nothing but what it is given: the tags that would are taken out. */
function engine(strictFilters: boolean): Liquid {
  const liquid = new Liquid({
    jsTruthy: true,
    ownPropertyOnly: true,
    strictFilters,
    strictVariables: false,
    parseLimit: 2 * bodyMax,
    renderLimit,
    memoryLimit,
    templates: {},
    outputEscape: shown,
  })
  for (const tag of ['include', 'render', 'layout', 'block']) Reflect.deleteProperty(liquid.tags, tag)
  liquid.registerFilter(orElse, (value: unknown, text: unknown) => (isNothing(value) ? text : value))
  return liquid
}

const sending = lazily(() => engine(false))
const saving = lazily(() => engine(true))

/**
 * Renders a text as deployed services do. One that they cannot read has its plain variables filled in and no more.
 * `beside`: words that go before those of the contact, such as the data of an event.
 * @throws BodyTooLong when the result is longer than {@link bodyMax}, or takes too long to make.
 */
export function renderLiquid(
  template: string,
  values: TemplateValues,
  beside: Record<string, unknown> = {},
): string {
  const html = rendered(template, values, beside)
  if (html.length > bodyMax) throw new BodyTooLong(t('service.liquid.theRenderedBodyIs'))
  return html
}

function rendered(template: string, values: TemplateValues, beside: Record<string, unknown>): string {
  const { data, ...own } = values
  const scope = { ...data, data, ...own, ...beside }
  try {
    return String(sending().parseAndRenderSync(rewritten(template), { ...scope, [whole]: scope }))
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    if (/limit exceeded/.test(error.message)) throw new BodyTooLong(error.message)
    return withPlainVariables(template, values)
  }
}

/** The first place that keeps the service from saving a template; null where there is none. */
export function liquidFault(template: string): LiquidFault | null {
  try {
    saving().parse(rewritten(template))
    return null
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const place = /, line:(\d+)(?:, col:(\d+))?/.exec(error.message)
    const message = error.message.slice(0, place?.index).replaceAll(orElse, '??')
    return { message, line: Number(place?.[1] ?? 1), column: Number(place?.[2] ?? 1) }
  }
}

/** Lists print their entries, one `<li>` each; what is an object prints as JSON; nothing is escaped. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((entry) => `<li>${shown(entry)}</li>`).join('')
  return typeof value === 'object' ? jsonText(value) : unmarked(String(value))
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false || value === 0
}

/** Two forms that Liquid does not have: `{{x ?? text}}`, and names with spaces in them. On the same lines. */
function rewritten(template: string): string {
  let out = ''
  let at = 0
  for (const { kind, start, end, inner } of liquidTokens(template)) {
    if (kind !== 'output') continue
    const { name, fallback, rest } = outputParts(inner)
    if (name === null || rest !== null) continue
    const isWords = /\s/.test(name)
    if (!isWords && !inner.includes('??')) continue
    const path = isWords
      ? `${whole}${name
          .split('.')
          .map((key) => `["${key}"]`)
          .join('')}`
      : name
    const lines = template.slice(start, end).replace(/[^\n]/g, '')
    out += template.slice(at, start)
    out += `{{ ${path}${fallback === null ? '' : ` | ${orElse}: ${quoted(fallback)}`}${lines} }}`
    at = end
  }
  return out + template.slice(at)
}

/** A text in quotes. Liquid takes a backslash in them for the beginning of an escape, as JSON does. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

function withPlainVariables(template: string, values: TemplateValues): string {
  let out = ''
  let at = 0
  for (const variable of findVariables(template)) {
    out += template.slice(at, variable.start) + variableText(variable, values)
    at = variable.end
    if (out.length > bodyMax) break
  }
  return out + template.slice(at)
}
