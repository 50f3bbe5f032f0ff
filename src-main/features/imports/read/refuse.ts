import { tell, type ToldSentence } from '../../../../src-shared/messages/told'
import { problem } from '../../../core/problems'
import { locked } from './workbook/archive'

/** Files that are no text, by how they begin. */
const kinds = (): readonly { begins: RegExp; what: ToldSentence; action: ToldSentence }[] => [
  {
    begins: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    what: tell('imports.refuse.anExcelWorkbookOf'),
    action: tell('imports.refuse.openItThereTake'),
  },
  { begins: /^%PDF-/, what: tell('imports.refuse.aPdf'), action: tell('imports.refuse.importTheListThat') },
  {
    begins: /^(\x89PNG|\xff\xd8\xff|GIF8|.{8}WEBP)/s,
    what: tell('imports.refuse.aPicture'),
    action: tell('imports.refuse.chooseACsvFile'),
  },
  {
    begins: /^(\x1f\x8b|7z\xbc\xaf|Rar!|\x28\xb5\x2f\xfd|BZh)/,
    what: tell('imports.refuse.aPackedFile'),
    action: tell('imports.refuse.unpackItThenImport'),
  },
  {
    begins: /^SQLite format 3\0/,
    what: tell('imports.refuse.aDatabase'),
    action: tell('imports.refuse.exportTheTableAs'),
  },
  {
    begins: /^PAR1/,
    what: tell('imports.refuse.aParquetFile'),
    action: tell('imports.refuse.exportItAsCsv'),
  },
  {
    begins: /^\{\\rtf/,
    what: tell('imports.refuse.aTextDocument'),
    action: tell('imports.refuse.saveItAsCsv'),
  },
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
      why: tell('imports.refuse.thisIsNotText'),
      action: tell('imports.refuse.chooseACsvFile'),
    })
}

/** Refuses pages and records that are text, but no rows of cells. */
export function refuseOtherText(text: string): void {
  const start = text.slice(0, 1000).trimStart().toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) {
    throw refused(tell('imports.refuse.aWebPage'), tell('imports.refuse.downloadTheFileItself'))
  }
  if (start.startsWith('<?xml'))
    throw refused(tell('imports.refuse.anXmlDocument'), tell('imports.refuse.saveItAsCsv'))
  if (/^\[\s*\{|^\{\s*"[^"\n]*"\s*:/.test(start)) {
    throw refused(tell('imports.refuse.aJsonFile'), tell('imports.refuse.convertItToCsv'))
  }
  if (start.startsWith('begin:vcard')) {
    throw refused(tell('imports.refuse.aFileOfAddress'), tell('imports.refuse.exportTheContactsAs'))
  }
}

/** The names of the first entries are written in the beginning of a ZIP file. */
function insideOfZip(names: string): [what: ToldSentence, action: ToldSentence] {
  const save = tell('imports.refuse.openItThereAnd')
  if (/xl\/|\[Content_Types\]\.xml.*xl|xl\/workbook/s.test(names))
    return [tell('imports.refuse.anExcelWorkbook'), save]
  if (names.includes('opendocument.spreadsheet'))
    return [tell('imports.refuse.aLibreofficeSpreadsheet'), save]
  if (names.includes('Index/Document.iwa') || names.includes('Index/Tables/'))
    return [tell('imports.refuse.aNumbersSpreadsheet'), save]
  if (names.includes('word/')) return [tell('imports.refuse.aWordDocument'), save]
  return [tell('imports.refuse.aZipFile'), tell('imports.refuse.unpackItThenImport')]
}

function refused(what: ToldSentence, action: ToldSentence) {
  return problem('file_unreadable', { why: tell('imports.refuse.thisIsWhatNot', { what }), action })
}
