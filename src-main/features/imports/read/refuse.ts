import { problem } from '../../../core/problems'
import { locked } from './workbook/archive'

/** Files that are no text, by the bytes they begin with. */
const kinds: readonly { begins: readonly number[]; at?: number; what: string; action: string }[] = [
  {
    begins: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    what: 'an Excel workbook of the old kind (.xls), one with a password, or another Office document',
    action: 'Open it there, take a password off, and save it as .xlsx or as CSV. Then import that.',
  },
  { begins: [0x25, 0x50, 0x44, 0x46, 0x2d], what: 'a PDF', action: 'Import the list that it was made from.' },
  { begins: [0x89, 0x50, 0x4e, 0x47], what: 'a picture', action: 'Choose a CSV file.' },
  { begins: [0xff, 0xd8, 0xff], what: 'a picture', action: 'Choose a CSV file.' },
  { begins: [0x47, 0x49, 0x46, 0x38], what: 'a picture', action: 'Choose a CSV file.' },
  { begins: [0x57, 0x45, 0x42, 0x50], at: 8, what: 'a picture', action: 'Choose a CSV file.' },
  { begins: [0x1f, 0x8b], what: 'a packed file', action: 'Unpack it, then import the CSV file in it.' },
  {
    begins: [0x37, 0x7a, 0xbc, 0xaf],
    what: 'a packed file',
    action: 'Unpack it, then import the CSV file in it.',
  },
  {
    begins: [0x52, 0x61, 0x72, 0x21],
    what: 'a packed file',
    action: 'Unpack it, then import the CSV file in it.',
  },
  {
    begins: [0x28, 0xb5, 0x2f, 0xfd],
    what: 'a packed file',
    action: 'Unpack it, then import the CSV file in it.',
  },
  { begins: [0x42, 0x5a, 0x68], what: 'a packed file', action: 'Unpack it, then import the CSV file in it.' },
  {
    begins: [...Buffer.from('SQLite format 3\0')],
    what: 'a database',
    action: 'Export the table as CSV, then import that.',
  },
  { begins: [...Buffer.from('PAR1')], what: 'a Parquet file', action: 'Export it as CSV, then import that.' },
  {
    begins: [...Buffer.from('{\\rtf')],
    what: 'a text document',
    action: 'Save it as CSV, then import that.',
  },
]

const zip = [0x50, 0x4b, 0x03, 0x04]
/** The name, in the directory of an Office document of the old kind, of a workbook of the new kind that is encrypted. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Refuses in words what is no text. Throws a ProblemError `file_unreadable`. */
export function refuseBinary(sample: Uint8Array): void {
  if (begins(sample, zip)) throw refused(...insideOfZip(sample))
  const kind = kinds.find(({ begins: bytes, at }) => begins(sample, bytes, at))
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

function begins(sample: Uint8Array, bytes: readonly number[], at = 0): boolean {
  return bytes.every((byte, index) => sample[at + index] === byte)
}

/** The names of the first entries are written in the beginning of a ZIP file. */
function insideOfZip(sample: Uint8Array): [what: string, action: string] {
  const names = Buffer.from(sample.buffer, sample.byteOffset, Math.min(sample.byteLength, 65536)).toString(
    'latin1',
  )
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
