import path from 'node:path'
import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { GivenFile } from '../host'

const settings: OpenDialogOptions = {
  title: 'Choose a file to import',
  buttonLabel: 'Import',
  properties: ['openFile'],
  filters: [
    { name: 'CSV and text', extensions: ['csv', 'tsv', 'txt'] },
    { name: 'All files', extensions: ['*'] },
  ],
}

/** Asks for a file to import; null where the person closed the dialog. */
export async function askForImportFile(window: BrowserWindow | null): Promise<GivenFile | null> {
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, settings)
    : await dialog.showOpenDialog(settings)
  const chosen = filePaths[0]
  if (canceled || chosen === undefined) return null
  return { path: chosen, name: path.basename(chosen), uploaded: false }
}
