import { Text } from '@codemirror/state'
import type { Check, Mail, Place } from '../../../../src-shared/bridge/review'
import { changeBetween, spanOf } from '../../mail'

const linesOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/))

/** Checks of a mail that was changed since: with their places in it as it is now, but for those where something was changed. */
export function movedChecks(checks: readonly Check[], before: Mail, after: Mail): Check[] {
  const was = linesOf(before.body)
  const is = linesOf(after.body)
  const change = changeBetween(was.toString(), is.toString())
  const shift = change.insert.length - (change.to - change.from)

  function moved(place: Place): Place[] {
    const { part } = place
    if (part === 'audience' || part === 'schedule') return [place]
    if (part !== 'body') return before[part] === after[part] ? [place] : []
    const { from, to } = spanOf(was, place)
    if (to <= change.from) return [place]
    if (from < change.to) return []
    const line = is.lineAt(from + shift)
    return [{ ...place, line: line.number, column: from + shift - line.from + 1 }]
  }

  return checks.map((check) => ({ ...check, places: check.places.flatMap(moved) }))
}
