import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { ColumnChoice, ColumnTarget, ImportColumn } from '../../../src-shared/bridge/import-file'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import { isRejectColumn } from '../../../src-shared/rejects'
import { problem } from '../../core/problems'
import { elsewhereNote } from './map/consent'
import { applyRemembered, headerKey, rememberColumns } from './map/remember'
import type { ImportTools, OpenImport } from './open-import'

/** A choice for one column of a file. */
export type IndexedChoice = ColumnChoice & { index: number }

/** The choices that columns stand for. */
export function choicesOf(columns: readonly ImportColumn[]): IndexedChoice[] {
  return columns.map(({ index, target, as, rule }) => ({ index, target, as, rule }))
}

/** What is to be known of a column as it is chosen: what was said when the same was proposed. */
function noteOf(choice: ColumnChoice, proposed: ImportColumn): string | null {
  const same = JSON.stringify([choice.target, choice.as]) === JSON.stringify([proposed.target, proposed.as])
  if (same) return proposed.note
  return proposed.consent && choice.target.kind !== 'subscribed' ? elsewhereNote() : null
}

/**
 * Columns with other choices; those that are not named keep theirs. `proposed`: what the file alone says. Throws `input_invalid` where a column does not exist
 * or two go to the same place.
 */
export function chooseColumns(
  columns: readonly ImportColumn[],
  choices: readonly IndexedChoice[],
  proposed: readonly ImportColumn[] = columns,
): ImportColumn[] {
  const chosen = new Map(choices.map((choice) => [choice.index, choice]))
  const unknown = choices.find(({ index }) => columns[index] === undefined)
  if (unknown) {
    throw problem('input_invalid', {
      why: tell('imports.mapping.theFileHasNo', { count: unknown.index + 1 }),
    })
  }
  const next = columns.map((column) => {
    const choice = chosen.get(column.index)
    if (!choice) return column
    const { target, as, rule } = choice
    return { ...column, target, as, rule, note: noteOf(choice, proposed[column.index] ?? column) }
  })
  refuseSamePlace(next)
  return next
}

function refuseSamePlace(columns: readonly ImportColumn[]): void {
  const taken = new Map<string, ImportColumn>()
  for (const column of columns) {
    const place = placeOf(column.target)
    if (place === null) continue
    const first = taken.get(place)
    if (first) {
      throw problem('input_invalid', {
        title: tell('imports.mapping.twoColumnsGoTo'),
        why: tell('imports.mapping.nameAndName2Both', { name: first.name, name2: column.name, place }),
        action: tell('imports.mapping.leaveOneOfThem'),
        fields: [first, column].map(({ index, name }) => ({
          field: `columns.${index}`,
          message: t('imports.mapping.nameGoesToPlace', { name, place }),
        })),
      })
    }
    taken.set(place, column)
  }
}

/** Where a column goes, in words; null where it is left out. */
function placeOf(target: ColumnTarget): string | null {
  if (target.kind === 'leaveOut') return null
  return target.kind === 'data' ? `data.${target.key}` : target.kind
}

/**
 * The columns as an earlier import of a file with this header had them; null where there was none, or it does not fit.
 * A rejects file is known by the header of the file that it comes from.
 */
export async function rememberedFor(
  columns: readonly ImportColumn[],
  { cache }: Pick<ImportTools, 'cache'>,
): Promise<{ columns: ImportColumn[]; from: ImportDetail['rememberedFrom'] } | null> {
  const own = ownOf(columns)
  const remembered = await cache.imports.mapping(headerKey(own.map(({ name }) => name)))
  const applied = remembered === null ? null : applyRemembered(own, remembered.columns)
  if (remembered === null || applied === null) return null
  const byIndex = new Map(applied.map((column) => [column.index, column]))
  const { name, at } = remembered
  return {
    columns: columns.map((column) => byIndex.get(column.index) ?? column),
    from: name === null ? null : { name, at },
  }
}

/** Remembers where the columns of an import go, for files of the same header: what is checked was meant. */
export async function rememberMapping(open: OpenImport, { cache, clock }: ImportTools): Promise<void> {
  const { reading, columns } = open.record.findings
  if (!reading?.header) return
  const own = ownOf(columns)
  const key = headerKey(own.map(({ name }) => name))
  const { name } = open.record
  await cache.imports.remember({ key, columns: rememberColumns(own), name, now: clock.now() })
}

function ownOf(columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter(({ name }) => !isRejectColumn(name))
}
