import { t } from '../../../src-shared/messages/message'
import type { ExportProgress } from '../../../src-shared/bridge/grid'

/**
 * Hands a finished export to the person: the browser host's address is fetched once, as a download; the desktop has
 * saved the file already. Answers the sentence that says where it went; null where the dialog was closed.
 */
export function deliverFile(file: NonNullable<ExportProgress['file']> | null): string | null {
  if (file === null) return null
  if ('path' in file) return t('lists.deliverFile.savedAsPath', { path: file.path })
  const link = document.createElement('a')
  link.href = file.url
  link.download = file.name
  link.click()
  return t('lists.deliverFile.savedAsNameWhere', { name: file.name })
}
