import { t } from '../../../../src-shared/messages/message'
import type { ImportColumn } from '../../../../src-shared/bridge/import-file'

interface MapFaults {
  /** By index of the column, in words. */
  at: ReadonlyMap<number, string>
  /** Of the whole mapping; null where there is none. */
  whole: string | null
}

const needsFormat = t('imports.mapFaults.aDateNeedsIts')

/** Two columns to one place, a date without a format, and no address. */
export function mapFaults(
  columns: readonly Pick<ImportColumn, 'index' | 'name' | 'target' | 'as' | 'orders'>[],
): MapFaults {
  const byPlace = new Map<string, { index: number; name: string }[]>()
  const at = new Map<number, string>()
  let hasAddress = false
  for (const { index, name, target, as, orders } of columns) {
    if (target.kind === 'leaveOut') continue
    hasAddress ||= target.kind === 'email'
    const place = target.kind === 'data' ? `data.${target.key}` : target.kind
    const there = byPlace.get(place)
    if (there) there.push({ index, name })
    else byPlace.set(place, [{ index, name }])
    if (target.kind === 'data' && as.type === 'date' && as.format.trim() === '') {
      at.set(index, orders ? t('imports.mapFaults.sayWhetherTheDay') : needsFormat)
    }
  }
  for (const there of byPlace.values()) {
    if (there.length < 2) continue
    for (const { index } of there) {
      const other = there.find((one) => one.index !== index)
      at.set(
        index,
        other
          ? t('imports.mapFaults.nameGoesThereToo', { name: other.name })
          : t('imports.mapFaults.anotherColumnGoesThere'),
      )
    }
  }
  return {
    at,
    whole: hasAddress ? faultCount(at.size) : t('imports.mapFaults.noColumnGoesTo'),
  }
}

function faultCount(count: number): string | null {
  return count === 0 ? null : t('imports.mapFaults.columnsToSettleBefore', { count })
}

/** "6 of 7 columns are written, one is the address": what the mapping takes from the file. */
export function mappingWords(columns: readonly Pick<ImportColumn, 'target'>[]): string {
  const left = columns.filter(({ target }) => target.kind === 'leaveOut').length
  const all = t('counts.columns', { count: columns.length })
  return left === 0 ? all : t('imports.mapFaults.allLeftLeftOut', { all, left })
}

/** Where a fault stands first, as the index of its column; null where none does. */
export function firstFault(faults: MapFaults): number | null {
  return faults.at.size === 0 ? null : Math.min(...faults.at.keys())
}
