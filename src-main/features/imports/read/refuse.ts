import { t } from '../../../../src-shared/messages/message'
import { problem } from '../../../core/problems'
import { locked } from './workbook/archive'

/** Files that are no text, by how they begin. */
const kinds = (): readonly { begins: RegExp; what: string; action: string }[] => [
  {
    begins: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    what: t('imports.refuse.anExcelWorkbookOf'),
    action: t('imports.refuse.openItThereTake'),
  },
  { begins: /^%PDF-/, what: t('imports.refuse.aPdf'), action: t('imports.refuse.importTheListThat') },
  {
    begins: /^(\x89PNG|\xff\xd8\xff|GIF8|.{8}WEBP)/s,
    what: t('imports.refuse.aPicture'),
    action: t('imports.refuse.chooseACsvFile'),
  },
  {
    begins: /^(\x1f\x8b|7z\xbc\xaf|Rar!|\x28\xb5\x2f\xfd|BZh)/,
    what: t('imports.refuse.aPackedFile'),
    action: t('imports.refuse.unpackItThenImport'),
  },
  {
    begins: /^SQLite format 3\0/,
    what: t('imports.refuse.aDatabase'),
    action: t('imports.refuse.exportTheTableAs'),
  },
  { begins: /^PAR1/, what: t('imports.refuse.aParquetFile'), action: t('imports.refuse.exportItAsCsv') },
  { begins: /^\{\\rtf/, what: t('imports.refuse.aTextDocument'), action: t('imports.refuse.saveItAsCsv') },
]

/** The name, in the directory of an Office document of the old kind, of a workbook of the new kind that is encrypted. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Refuses in words what is no text. Throws a ProblemError `file_unreadable`. */
export function refuseBinary(sample: Uint8Array): void {
  const beginning = Buffer.from(sample.buffer, sample.byteOffset, Math.min(sample.byteLength, 65536))
  const text = beginning.toString('latin1')
  if (text.startsWith('PK\x03\x04')) throw refused(...insideOfZip(text))
  const kind = kinds().find(({ begins }) => begins.test(text))
  if (kind === undefined) return
  throw Buffer.from(sample).includes(encryptedPackage) ? locked() : refused(kind.what, kind.action)
}

/** Refuses bytes that no known program wrote, but that are no text either: many control characters. */
export function refuseNoise(text: string): void {
  const controls = (text.match(/[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f]/g) ?? []).length
  if (controls > 8 && controls > text.length * 0.02)
    throw problem('file_unreadable', {
      why: t('imports.refuse.thisIsNotText'),
      action: t('imports.refuse.chooseACsvFile'),
    })
}

/** Refuses pages and records that are text, but no rows of cells. */
export function refuseOtherText(text: string): void {
  const start = text.slice(0, 1000).trimStart().toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) {
    throw refused(t('imports.refuse.aWebPage'), t('imports.refuse.downloadTheFileItself'))
  }
  if (start.startsWith('<?xml'))
    throw refused(t('imports.refuse.anXmlDocument'), t('imports.refuse.saveItAsCsv'))
  if (/^\[\s*\{|^\{\s*"[^"\n]*"\s*:/.test(start)) {
    throw refused(t('imports.refuse.aJsonFile'), t('imports.refuse.convertItToCsv'))
  }
  if (start.startsWith('begin:vcard')) {
    throw refused(t('imports.refuse.aFileOfAddress'), t('imports.refuse.exportTheContactsAs'))
  }
}

/** The names of the first entries are written in the beginning of a ZIP file. */
function insideOfZip(names: string): [what: string, action: string] {
  const save = t('imports.refuse.openItThereAnd')
  if (/xl\/|\[Content_Types\]\.xml.*xl|xl\/workbook/s.test(names))
    return [t('imports.refuse.anExcelWorkbook'), save]
  if (names.includes('opendocument.spreadsheet')) return [t('imports.refuse.aLibreofficeSpreadsheet'), save]
  if (names.includes('Index/Document.iwa') || names.includes('Index/Tables/'))
    return [t('imports.refuse.aNumbersSpreadsheet'), save]
  if (names.includes('word/')) return [t('imports.refuse.aWordDocument'), save]
  return [t('imports.refuse.aZipFile'), t('imports.refuse.unpackItThenImport')]
}

function refused(what: string, action: string) {
  return problem('file_unreadable', { why: t('imports.refuse.thisIsWhatNot', { what }), action })
}
