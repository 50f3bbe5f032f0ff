import type { BoughtProposal } from '../../../../src-shared/bridge/verdicts'
import { inferType } from '../../imports'
import type { ListFiles } from '../list-files/open-files'
import { meaningOf, namesCheckDate, namesReason, namesResult, vendorOf } from './words'

/** Rows that are looked at to say what columns hold. */
const looked = 1000

/** Different results that are told of, and counted: a column with more is none of results. */
const most = { listed: 200, counted: 5000 }

/** Of the cells of a column of results, at least this share has a meaning. */
const meaningful = 0.6

/** What a file of bought verdicts needs of the open files. */
export type BoughtFiles = Pick<ListFiles, 'lookOf' | 'nameOf' | 'batchesOf'>

/** Says what a file seems to hold, after reading it to its end. `wanted`: the column that holds the results. */
export async function proposeBought(
  files: BoughtFiles,
  fileId: string,
  wanted: number | null,
  signal?: AbortSignal,
): Promise<BoughtProposal> {
  const look = files.lookOf(fileId)
  const names = look.columns.map(({ name }) => name)
  const sample: string[][] = []
  const counts = new Map<string, number>()
  let result = wanted
  let isChosen = wanted !== null
  const count = (cells: string[]): void => {
    const text = cells[result ?? -1]?.trim() ?? ''
    const known = counts.get(text)
    if (text !== '' && (known !== undefined || counts.size < most.counted)) counts.set(text, (known ?? 0) + 1)
  }
  const choose = (): void => {
    if (!isChosen) result = resultColumn(names, sample, look.likely)
    isChosen = true
    sample.forEach(count)
  }
  for await (const { rows } of files.batchesOf(fileId, signal)) {
    for (const cells of rows) {
      if (sample.length < looked) {
        sample.push(cells)
        if (sample.length === looked) choose()
      } else count(cells)
    }
  }
  if (sample.length < looked) choose()
  const asked = result === null ? 0 : namesResult(names[result] ?? '')
  const results = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most.listed)
    .map(([text, times]) => ({
      text: text.slice(0, 200),
      count: times,
      class: meaningOf(text, wanted === null ? asked : 2),
    }))
  const { file } = await files.nameOf(fileId, 0)
  const reason = names.findIndex(
    (name, index) => index !== result && index !== look.likely && namesReason(name),
  )
  return {
    rows: look.rows,
    email: look.likely,
    result,
    reason: reason === -1 ? null : reason,
    checked: dateColumn(names, sample),
    vendor: vendorOf(
      file,
      names,
      results.map(({ text }) => text),
    ),
    results,
  }
}

/** The column of which most cells mean something; among equals, the one whose name says so, then the first. */
function resultColumn(
  names: readonly string[],
  sample: readonly string[][],
  email: number | null,
): number | null {
  const rated = names.flatMap((name, index) => {
    if (index === email) return []
    const asked = namesResult(name)
    const cells = sample.flatMap((row) => row[index]?.trim() || [])
    const share = cells.filter((cell) => meaningOf(cell, asked) !== null).length / Math.max(1, cells.length)
    return share >= meaningful ? [{ index, share: share + asked / 2 }] : []
  })
  return (
    rated.reduce<(typeof rated)[number] | null>(
      (best, one) => (best && best.share >= one.share ? best : one),
      null,
    )?.index ?? null
  )
}

function dateColumn(names: readonly string[], sample: readonly string[][]): BoughtProposal['checked'] {
  for (const [index, name] of names.entries()) {
    if (!namesCheckDate(name)) continue
    const { as } = inferType(
      name,
      sample.map((row) => row[index] ?? ''),
    )
    if (as.type === 'date') return { index, format: as.format }
  }
  return null
}
