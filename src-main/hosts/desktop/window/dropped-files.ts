import path from 'node:path'
import { ipcMain, type BrowserWindow } from 'electron'
import type { GivenFiles } from '../../given-files'
import type { Logger } from '../../../core/log'
import { senderOf } from './bridge-port'
import { isOurPage } from './policy'

/**
 * Takes the places of files that were dropped on the window, from the preload script, and answers a token for each. The
 * page never has a path to name: what it was not given it cannot open (docs/security.md, C6).
 */
export function receiveDroppedFiles(parts: {
  window: () => BrowserWindow | null
  ownOrigin: string
  files: GivenFiles
  log: Logger
}): void {
  ipcMain.handle('file-dropped', (event, dropped: unknown) => {
    const accepted = isOurPage(senderOf(event, parts.window()), parts.ownOrigin)
    const place =
      typeof dropped === 'string' && dropped.length <= 4096 && path.isAbsolute(dropped) ? dropped : null
    if (!accepted || place === null) {
      parts.log.warn('dropped_file_refused')
      return null
    }
    return parts.files.give({ path: place, name: path.basename(place), uploaded: false })
  })
}
