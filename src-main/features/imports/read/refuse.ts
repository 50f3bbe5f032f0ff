import { problem } from '../../../core/problems'
import { locked } from './workbook/archive'

/** Files that are no text, by how they begin. */
const kinds: readonly { begins: RegExp; what: string; action: string }[] = [
  {
    begins: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    what: 'an Excel workbook of the old kind (.xls), one with a password, or another Office document',
    action: 'Open it there, take a password off, and save it as .xlsx or as CSV. Then import that.',
  },
  { begins: /^%PDF-/, what: 'a PDF', action: 'Import the list that it was made from.' },
  { begins: /^(\x89PNG|\xff\xd8\xff|GIF8|.{8}WEBP)/s, what: 'a picture', action: 'Choose a CSV file.' },
  {
    begins: /^(\x1f\x8b|7z\xbc\xaf|Rar!|\x28\xb5\x2f\xfd|BZh)/,
    what: 'a packed file',
    action: 'Unpack it, then import the CSV file in it.',
  },
  { begins: /^SQLite format 3\0/, what: 'a database', action: 'Export the table as CSV, then import that.' },
  { begins: /^PAR1/, what: 'a Parquet file', action: 'Export it as CSV, then import that.' },
  { begins: /^\{\\rtf/, what: 'a text document', action: 'Save it as CSV, then import that.' },
]

/** The name, in the directory of an Office document of the old kind, of a workbook of the new kind that is encrypted. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Refuses in words what is no text. Throws a ProblemError `file_unreadable`. */
export function refuseBinary(sample: Uint8Array): void {
  const beginning = Buffer.from(sample.buffer, sample.byteOffset, Math.min(sample.byteLength, 65536))
  const text = beginning.toString('latin1')
  if (text.startsWith('PK\x03\x04')) throw refused(...insideOfZip(text))
  const kind = kinds.find(({ begins }) => begins.test(text))
  if (kind === undefined) return
  throw Buffer.from(sample).includes(encryptedPackage) ? locked() : refused(kind.what, kind.action)
}

/** Refuses bytes that no known program wrote, but that are no text either: many control characters. */
export function refuseNoise(text: string): void {
  const controls = (text.match(/[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f]/g) ?? []).length
  if (controls > 8 && controls > text.length * 0.02)
    throw problem('file_unreadable', {
      why: 'This is not text, so it is no CSV file.',
      action: 'Choose a CSV file.',
    })
}

/** Refuses pages and records that are text, but no rows of cells. */
export function refuseOtherText(text: string): void {
  const start = text.slice(0, 1000).trimStart().toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) {
    throw refused('a web page', 'Download the file itself, then import that.')
  }
  if (start.startsWith('<?xml')) throw refused('an XML document', 'Save it as CSV, then import that.')
  if (/^\[\s*\{|^\{\s*"[^"\n]*"\s*:/.test(start)) {
    throw refused('a JSON file', 'Convert it to CSV, then import that.')
  }
  if (start.startsWith('begin:vcard')) {
    throw refused('a file of address cards', 'Export the contacts as CSV, then import that.')
  }
}

/** The names of the first entries are written in the beginning of a ZIP file. */
function insideOfZip(names: string): [what: string, action: string] {
  const save = 'Open it there and save it as CSV, then import that.'
  if (/xl\/|\[Content_Types\]\.xml.*xl|xl\/workbook/s.test(names)) return ['an Excel workbook', save]
  if (names.includes('opendocument.spreadsheet')) return ['a LibreOffice spreadsheet', save]
  if (names.includes('Index/Document.iwa') || names.includes('Index/Tables/'))
    return ['a Numbers spreadsheet', save]
  if (names.includes('word/')) return ['a Word document', save]
  return ['a ZIP file', 'Unpack it, then import the CSV file in it.']
}

function refused(what: string, action: string) {
  return problem('file_unreadable', { why: `This is ${what}, not a CSV file.`, action })
}
