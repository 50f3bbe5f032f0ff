/**
 * Encodings that files can be read in, as the WHATWG names them (two that it has no name for, as IANA does), the most
 * likely first.
 */
export const readableEncodings: readonly string[] = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'macintosh',
  'ibm850',
  'ibm437',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
]
