import { t } from '../../../../src-shared/messages/message'
import type { ImportColumn } from '../../../../src-shared/bridge/import-file'

/** Seconds that so many requests take at a share of the budget, in requests a minute; null where nothing may be sent. */
export function secondsToWrite(rows: number, share: number): number | null {
  return share < 1 ? null : (rows / share) * 60
}

/** So many keys are named before the others are counted. */
const mostNamed = 3

/** Which way rows go to the service and why. `deployed`: its own import of files writes small keys and every value as text. */
export function wayWords(columns: readonly ImportColumn[], deployed: boolean): string {
  if (!deployed) return t('imports.beforeWords.rowsGoOneBy')
  return [
    t('imports.beforeWords.rowsGoOneBy2'),
    t('imports.beforeWords.thatOneAnswersHow'),
    ...otherwiseWords(columns),
  ].join(' ')
}

/** What of this file the service's own import would write otherwise. */
function otherwiseWords(columns: readonly ImportColumn[]): string[] {
  const written = columns.flatMap(({ target, as }) => (target.kind === 'data' ? [{ ...target, ...as }] : []))
  const renamed = written
    .filter(({ key }) => key !== key.toLowerCase())
    .map(({ key }) => t('imports.beforeWords.keyAsLowercase', { key, lowerCase: key.toLowerCase() }))
  const texts = written.filter(({ type }) => type !== 'text').map(({ key }) => key)
  const parts = [
    ...(renamed.length === 0 ? [] : [named(renamed)]),
    ...(texts.length === 0 ? [] : [t('imports.beforeWords.theValuesOfNamed', { named: named(texts) })]),
  ]
  const [first, second] = parts
  if (first === undefined) return []
  const join = second === undefined ? first : t('imports.beforeWords.firstAndSecond', { first, second })
  return [t('imports.beforeWords.itWouldAlsoWrite', { join })]
}

function named(names: readonly string[]): string {
  const more = names.length - mostNamed
  if (more > 0) return t('words.joinAndMoreMore', { join: names.slice(0, mostNamed).join(', '), more })
  return names.length < 2
    ? names.join()
    : t('imports.beforeWords.joinAndAt', { join: names.slice(0, -1).join(', '), at: names.at(-1) ?? '' })
}
