import { toKeep } from '../../../../src-shared/messages/told'
import { t } from '../../../../src-shared/messages/message'
import type { BoughtMapping, BoughtProgress, VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { parseDateText } from '../../../../src-shared/interface/filter-values'
import type { AsyncStore } from '../../../cache/store'
import type { LedgerEntry } from '../store/ledger/api'
import { problem } from '../../../core/problems'
import { dateParser, cellReader, tidyAddress } from '../../imports'
import { classify, type Sign } from '../store/ledger/classes'
import type { BoughtFiles } from './propose'

/** Verdicts that are added in one transaction: nobody else is answered meanwhile. */
const batch = 500

const dayMs = 86_400_000

/** A reason is kept up to so many characters. */
const longestReason = 200

/** The sign of each class: a rule may give these another one later. */
const signs: Readonly<Record<VerdictClass, Sign>> = {
  accepts: 'boughtGood',
  risky: 'boughtRisky',
  undeliverable: 'boughtBad',
  unknown: 'boughtUndecided',
}

/** What entering bought verdicts takes. */
interface BoughtTools {
  files: BoughtFiles
  ledger: Pick<AsyncStore['verdicts'], 'add'>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Enters the verdicts of a file in the ledger, telling how far it is after every few hundred rows. Whoever stops listening
 * stops it; what was entered stays, and entering the file again changes nothing of it. Rejects with `input_invalid` for a
 * mapping that cannot be.
 */
export async function* addBought(
  fileId: string,
  mapping: BoughtMapping,
  { files, ledger, now }: BoughtTools,
  signal?: AbortSignal,
): AsyncGenerator<BoughtProgress, void, undefined> {
  const { rows: total, columns } = files.lookOf(fileId)
  refuse(mapping, columns.length, now())
  const read = rowReader(mapping, now())
  const progress = { rows: 0, total, added: 0, older: 0, leftOut: 0, flipped: 0, ended: false }
  for await (const { rows } of files.batchesOf(fileId, signal)) {
    for (let from = 0; from < rows.length; from += batch) {
      const some = rows.slice(from, from + batch)
      const entries = some.flatMap((cells) => read(cells) ?? [])
      const { flipped, behind } = await ledger.add(entries)
      progress.rows += some.length
      progress.leftOut += some.length - entries.length
      progress.added += entries.length - behind
      progress.older += behind
      progress.flipped += flipped
      yield { ...progress }
    }
  }
  yield { ...progress, total: progress.rows, ended: true }
}

/** Reads the verdict of a row; null where it has none. */
function rowReader(mapping: BoughtMapping, now: number): (cells: string[]) => LedgerEntry | null {
  const { email, result, reason, vendor } = mapping
  const classes = new Map(mapping.classes.map(({ text, class: name }) => [text.trim(), name]))
  const instant = instantReader(mapping.checked, now)
  return (cells) => {
    const address = tidyAddress(cells[email] ?? '')
    const text = cells[result]?.trim() ?? ''
    const name = classes.get(text.slice(0, 200))
    const at = instant(cells)
    if ('fault' in address || name === undefined || at === null) return null
    const why = (reason === null ? '' : (cells[reason] ?? '')).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
    const shortened = why.length > longestReason ? `${why.slice(0, longestReason - 1)}…` : why
    const answered =
      shortened === ''
        ? toKeep('told.vendorAnswered', { vendor, text })
        : toKeep('told.vendorAnsweredWhy', { vendor, text, shortened })
    return {
      email: address.email.toLowerCase(),
      ...classify([{ sign: signs[name], details: [answered] }]),
      suggestion: null,
      source: 'bought',
      at,
      vendor,
      answer: shortened === '' ? { result: text } : { result: text, reason: shortened },
    }
  }
}

/** When a row was checked; null where it has no date, or one that has not come yet. */
function instantReader(checked: BoughtMapping['checked'], now: number): (cells: string[]) => number | null {
  if (checked.kind === 'day') return () => checked.at
  const read = cellReader({ type: 'date', format: checked.format })
  return (cells) => {
    const value = read(cells[checked.index] ?? '')
    const at = typeof value === 'string' ? parseDateText(value) : null
    // A day's difference may be the zone's.
    return at === null || at > now + dayMs ? null : Math.min(at, now)
  }
}

function refuse({ email, result, reason, checked }: BoughtMapping, columns: number, now: number): void {
  const used = [email, result, ...(reason === null ? [] : [reason])]
  if (checked.kind === 'column') used.push(checked.index)
  const fault = used.some((index) => index >= columns)
    ? { field: 'mapping', message: t('verification.add.theFileHasNo') }
    : email === result
      ? { field: 'mapping.result', message: t('verification.add.theAddressAndThe') }
      : checked.kind === 'column' && dateParser(checked.format) === null
        ? { field: 'mapping.checked', message: t('verification.add.thisIsNoFormat') }
        : checked.kind === 'day' && checked.at > now
          ? { field: 'mapping.checked', message: t('verification.add.thisDayHasNot') }
          : null
  if (fault !== null) throw problem('input_invalid', { fields: [fault] })
}
