import { extname } from 'node:path'

const known = new Map<string, string>([
  ['.csv', 'text/csv'],
  ['.doc', 'application/msword'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.gif', 'image/gif'],
  ['.gz', 'application/gzip'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.ics', 'text/calendar'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.json', 'application/json'],
  ['.md', 'text/markdown'],
  ['.mp3', 'audio/mpeg'],
  ['.mp4', 'video/mp4'],
  ['.odt', 'application/vnd.oasis.opendocument.text'],
  ['.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['.pdf', 'application/pdf'],
  ['.png', 'image/png'],
  ['.ppt', 'application/vnd.ms-powerpoint'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['.rtf', 'application/rtf'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.vcf', 'text/vcard'],
  ['.webp', 'image/webp'],
  ['.xls', 'application/vnd.ms-excel'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.xml', 'application/xml'],
  ['.zip', 'application/zip'],
])

/** The media type of a file by its name; application/octet-stream where the ending says nothing. */
export function contentTypeOf(name: string): string {
  return known.get(extname(name).toLowerCase()) ?? 'application/octet-stream'
}
