import type { Check, Place } from '../../../../src-shared/bridge/review'
import type { ParsedMail } from '../parsed-mail'
import { found, linesOf, mono, type RuleFacts } from './rule'

/** What keeps the service from reading a template: it would refuse to save it. */
export function templateFaults(parsed: ParsedMail, { template }: RuleFacts): Check[] {
  return template.faults.map(({ part, message, line, column }) => {
    const start = offsetOf(parsed.mail[part], line, column)
    const place =
      part === 'subject' ? parsed.placeIn('subject', start, start + 1) : parsed.place(start, start + 1)
    return found('unknownVariable', 'error', {
      key: `template:${part}`,
      title: part === 'subject' ? 'The subject cannot be read' : 'The template cannot be read',
      sentence: `The service refuses it in ${linesOf([place])}: ${mono(message)}. Correct what stands there.`,
      places: [place],
    })
  })
}

/** Names that nobody has a value for, in tags, filters and behind conditions: what they ask for never comes. */
export function unknownMentions(parsed: ParsedMail, { template, known }: RuleFacts): Check[] {
  if (known === null) return []
  const unknown = new Map<string, Place[]>()
  for (const { part, name, start, end } of template.mentioned) {
    // The service gives all data under this name too.
    if (name === 'data' || known.has(name)) continue
    const place = part === 'subject' ? parsed.placeIn('subject', start, end) : parsed.place(start, end)
    unknown.set(name, [...(unknown.get(name) ?? []), place])
  }
  return [...unknown].map(([name, places]) => {
    const close = known.closeTo(name)
    return found('unknownVariable', 'warning', {
      key: `mentioned:${name}`,
      title: `Unknown name ${mono(name)}`,
      sentence:
        `Nobody in the copy has ${mono(name)}, so what asks for it is the same for everyone.` +
        (close === null
          ? ` It stands in ${linesOf(places)}.`
          : ` ${mono(close)} was probably meant, in ${linesOf(places)}.`),
      places,
    })
  })
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
