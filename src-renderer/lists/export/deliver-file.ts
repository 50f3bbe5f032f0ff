import { t } from '../../../src-shared/messages/message'
import type { ExportProgress } from '../../../src-shared/bridge/grid'

/** Hands a finished export over: fetched once in a browser, saved already on the desktop. Answers where it went; null: closed. */
export function deliverFile(file: NonNullable<ExportProgress['file']> | null): string | null {
  if (file === null) return null
  if ('path' in file) return t('lists.deliverFile.savedAsPath', { path: file.path })
  const link = document.createElement('a')
  link.href = file.url
  link.download = file.name
  link.click()
  return t('lists.deliverFile.savedAsNameWhere', { name: file.name })
}
