import { t } from '../../../../../src-shared/messages/message'
import { tell } from '../../../../../src-shared/messages/told'
import { problem } from '../../../../core/problems'
import { openArchive, type Archive } from './archive'
import { openOds } from './ods'
import type { Workbook } from './sheet'
import { openXlsx } from './xlsx'

const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet'

/** Whether a file begins as packed ones do, and workbooks among them. */
export function isPacked(sample: Uint8Array): boolean {
  return sample[0] === 0x50 && sample[1] === 0x4b && (sample[2] === 3 || sample[2] === 5)
}

/**
 * Opens a packed file as a workbook; null where it is none. Rejects with `file_unreadable` in words where it is one that cannot
 * be read: damaged, locked, of a kind that has no rows in the clear, or made to harm.
 */
export async function openWorkbook(path: string): Promise<Workbook | null> {
  const archive = await openArchive(path)
  try {
    const workbook = await opened(archive)
    if (workbook === null) archive.close()
    else if (workbook.sheets.length === 0) {
      throw problem('file_unreadable', {
        why: tell('imports.workbook.theWorkbookHasNo'),
        action: tell('imports.refusals.chooseAnotherFile'),
      })
    }
    return workbook
  } catch (error) {
    archive.close()
    throw error
  }
}

async function opened(archive: Archive): Promise<Workbook | null> {
  if (archive.has('xl/workbook.xml')) return openXlsx(archive)
  if (archive.has('xl/workbook.bin')) throw otherKind(t('imports.workbook.anExcelWorkbookIn'))
  if (archive.has('Index/Document.iwa')) throw otherKind(t('imports.refuse.aNumbersSpreadsheet'))
  if (!archive.has('mimetype') || !archive.has('content.xml')) return null
  return (await textOf(archive, 'mimetype')).startsWith(spreadsheet) ? openOds(archive) : null
}

/** The beginning of a part as text. */
async function textOf(archive: Archive, name: string): Promise<string> {
  for await (const chunk of archive.part(name)) return Buffer.from(chunk).toString('latin1').trim()
  return ''
}

function otherKind(what: string): Error {
  return problem('file_unreadable', {
    why: tell('imports.workbook.thisIsWhatWhich', { what }),
    action: tell('imports.workbook.openItThereAnd'),
  })
}
