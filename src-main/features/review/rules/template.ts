import { t } from '../../../../src-shared/messages/message'
import type { Place } from '../../../../src-shared/bridge/review'
import type { ParsedMail } from '../parsed-mail'
import type { KnownVariables } from '../variables'
import { found, foundIn, linesOf, mono, placeOf, type Remark, type RuleFacts } from './rule'

/** What keeps the service from reading a template: it would refuse to save it. */
export function templateFaults(parsed: ParsedMail, { template }: RuleFacts): Remark[] {
  return template.faults.map(({ part, message, line, column }) => {
    const start = offsetOf(parsed.mail[part], line, column)
    const places = [placeOf(parsed, { part, start, end: start + 1 })]
    const title =
      part === 'subject' ? t('review.template.theSubjectCannotBe') : t('review.template.theTemplateCannotBe')
    const sentence = (lines: string) =>
      t('review.template.theServiceRefusesIt', { lines, mono: mono(message) })
    return foundIn(places, 'error', title, sentence, `template:${part}`)
  })
}

/** Names that nobody has a value for, in tags, filters and behind conditions: what they ask for never comes. */
export function unknownMentions(parsed: ParsedMail, { template, known }: RuleFacts): Remark[] {
  if (known === null) return []
  const unknown = new Map<string, Place[]>()
  for (const { name, ...where } of template.mentioned) {
    // The service gives all data under this name too.
    if (name === 'data' || known.has(name)) continue
    unknown.set(name, [...(unknown.get(name) ?? []), placeOf(parsed, where)])
  }
  return [...unknown].map(([name, places]) => {
    const sentence = t('review.template.nobodyInTheCopy', {
      mono: mono(name),
      meant: meant(name, known, places),
    })
    return found('warning', t('review.template.unknownNameMono', { mono: mono(name) }), sentence, {
      key: `mentioned:${name}`,
      places,
    })
  })
}

/** What was probably meant by a name that nobody has a value for, and where it stands. */
export function meant(name: string, known: KnownVariables | null, places: readonly Place[]): string {
  const close = known?.closeTo(name) ?? null
  return close === null
    ? t('review.template.itStandsInLinesof', { linesOf: linesOf(places) })
    : t('review.template.monoWasProbablyMeant', { mono: mono(close), linesOf: linesOf(places) })
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start)
    if (next < 0) break
    start = next + 1
  }
  return Math.min(start + column - 1, text.length)
}
