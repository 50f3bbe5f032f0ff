import { t } from '../../../../src-shared/messages/message'
import path from 'node:path'
import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { fileExtensions } from '../../../../src-shared/bridge/file-extensions'
import type { GivenFile } from '../../../core/host'

const settings = (): OpenDialogOptions => ({
  title: t('hosts.importDialog.chooseAFileTo'),
  buttonLabel: t('words.importIt'),
  properties: ['openFile'],
  filters: [
    {
      name: t('hosts.importDialog.csvAndWorkbooks'),
      extensions: [...fileExtensions],
    },
    { name: t('hosts.importDialog.allFiles'), extensions: ['*'] },
  ],
})

const attachmentSettings = (): OpenDialogOptions => ({
  title: t('hosts.importDialog.chooseAFileTo2'),
  buttonLabel: t('words.attach'),
  properties: ['openFile'],
})

/** Asks for a file to import; null where the person closed the dialog. */
export function askForImportFile(window: BrowserWindow | null): Promise<GivenFile | null> {
  return ask(window, settings())
}

/** Asks for a file that goes along with a mail; null where the person closed the dialog. */
export function askForAttachment(window: BrowserWindow | null): Promise<GivenFile | null> {
  return ask(window, attachmentSettings())
}

async function ask(window: BrowserWindow | null, options: OpenDialogOptions): Promise<GivenFile | null> {
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options)
  const chosen = filePaths[0]
  if (canceled || chosen === undefined) return null
  return { path: chosen, name: path.basename(chosen), uploaded: false }
}
