import { t } from '../../../../src-shared/messages/message'
import { givenVariable, plainView, type TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { scanHtml } from '../../../../src-shared/interface/template-scan'
import {
  type Variable,
  valueText,
  variableText,
  type TemplateValues,
} from '../../../../src-shared/interface/template-text'

/** What became of a variable: its value, its fallback, nothing (`named`: and is shown as it is written), or nothing because nobody has such a thing. */
export interface Became {
  name: string
  kind: 'value' | 'fallback' | 'missing' | 'named' | 'unknown' | 'written'
}

// Code points that are no characters: no text of a person has them, and a parser keeps them.
const begin = '\ufdd0'
const named = '\ufdd2'
const end = '\ufdd1'

/** Takes out what {@link markVariables} puts in. */
export function withoutMarks(text: string): string {
  return text.includes(begin) || text.includes(end)
    ? text.replace(/\ufdd0\d*\ufdd2|[\ufdd0-\ufdd2]/g, '')
    : text
}

interface Marking {
  /** Whether anybody has a value under a name, or it is one of the service's own. */
  isKnown(name: string): boolean
  /** null: they stand as they are written. */
  values: TemplateValues | null
  language: TemplateLanguage
  /** What has no value is shown as it is written, so that it can be given one. */
  namesMissing?: boolean
}

/**
 * Puts marks around the variables of HTML that show as text, before it is rendered; where one stands in an attribute,
 * {@link withoutMarks} takes them out again. A variable that nobody has a value for shows as it is written.
 */
export function markVariables(
  html: string,
  { isKnown, values, language, namesMissing = false }: Marking,
): { html: string; became: Became[] } {
  const source = withoutMarks(html)
  const became: Became[] = []
  let out = ''
  let at = 0
  for (const { pieces, isLocation } of scanHtml(plainView(source, language).text)) {
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        out += source.slice(at, at + piece.length)
        at += piece.length
      } else {
        const { variable, context } = piece
        const written = source.slice(variable.start, variable.end)
        at = variable.end
        if (context !== 'text' || isLocation || variable.name === givenVariable) out += written
        else {
          const found = kindOf(variable, values, isKnown)
          const kind = namesMissing && (found === 'missing' || found === 'unknown') ? 'named' : found
          const asIs = kind === 'unknown' || kind === 'written' || kind === 'named'
          out += `${begin}${became.length}${named}${asIs ? asText(written) : written}${end}`
          became.push({ name: variable.name, kind })
        }
      }
    }
  }
  return { html: out, became }
}

function kindOf(
  variable: Variable,
  values: TemplateValues | null,
  isKnown: (name: string) => boolean,
): Became['kind'] {
  const known = isKnown(variable.name)
  if (values === null) return known ? 'written' : 'unknown'
  if (valueText(variableText({ ...variable, fallback: null }, values)) !== '') return 'value'
  if (variable.fallback !== null && variable.fallback !== '') return 'fallback'
  return known ? 'missing' : 'unknown'
}

/** HTML of a text in which variables were marked. */
export function markedText(text: string, became: readonly Became[]): string {
  if (!text.includes(begin)) return escape(withoutMarks(text))
  let out = ''
  let at = 0
  for (const found of text.matchAll(/\ufdd0(\d+)\ufdd2([^\ufdd0-\ufdd2]*)\ufdd1/g)) {
    const about = became[Number(found[1])]
    out += escape(withoutMarks(text.slice(at, found.index)))
    out += about ? mark(about, found[2] ?? '') : escape(found[2] ?? '')
    at = found.index + found[0].length
  }
  return out + escape(withoutMarks(text.slice(at)))
}

const titles: Record<Became['kind'], (name: string) => string> = {
  value: (name) => name,
  fallback: (name) => t('review.marks.noNameItsFallback', { name }),
  missing: (name) => t('review.marks.noNameAndNo', { name }),
  named: (name) => t('review.marks.noNameAndNo', { name }),
  unknown: (name) => t('review.marks.nobodyHasAName', { name }),
  written: (name) => name,
}

function mark({ name, kind }: Became, shown: string): string {
  const title = escape(titles[kind](name))
  const about = `data-postroom-name="${escape(name)}" data-postroom-kind="${kind}"`
  return `<span class="postroom-mark" ${about} title="${title}">${escape(shown)}</span>`
}

/** Text for HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Braces that the renderer takes for no variable. */
function asText(written: string): string {
  return escape(written).replace(/\{/g, '&#123;').replace(/\}/g, '&#125;')
}
