import { t } from '../../../../src-shared/messages/message'
import type { MenuItemConstructorOptions } from 'electron'

/** Screens that the menu leads to, by the renderer's route names, in the order of its rail. */
const screens = () =>
  [
    ['overview', t('app.screens.overview')],
    ['contacts', t('words.contacts')],
    ['events', t('words.events')],
    ['import', t('words.import')],
    ['verification', t('words.verification')],
    ['activity', t('words.activity')],
    ['settings', t('words.settings')],
  ] as const

/** What {@link menuTemplate} is made for. */
interface MenuParts {
  platform: NodeJS.Platform
  /** Developer tools and reloading are for people who build Postroom. */
  packaged: boolean
  version: string
  /** Shows a screen of the page; `importFile` asks for a file to import, `shortcuts` lists the keys. */
  navigate(screen: string): void
  about(): void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

const editMenu = (): MenuItemConstructorOptions => ({
  label: t('words.edit'),
  submenu: [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ],
})

/** The application menu. Editing and window entries are the system's own roles. */
export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const mac = parts.platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: t('words.settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => parts.navigate('settings'),
  }
  const importFile: MenuItemConstructorOptions = {
    id: 'import-file',
    label: t('hosts.menu.importCsv'),
    accelerator: 'CmdOrCtrl+I',
    click: () => parts.navigate('importFile'),
  }
  const about: MenuItemConstructorOptions = {
    id: 'about',
    label: t('hosts.menu.aboutPostroom'),
    click: parts.about,
  }

  const file: MenuItemConstructorOptions = {
    label: t('words.file'),
    submenu: mac
      ? [importFile, separator, { role: 'close' }]
      : [importFile, separator, settings, separator, { role: 'quit' }],
  }
  return [
    ...(mac ? [applicationMenu(about, settings)] : []),
    file,
    editMenu(),
    viewMenu(parts),
    {
      label: t('hosts.menu.window'),
      role: 'window',
      submenu: mac
        ? [{ role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }]
        : [{ role: 'minimize' }, { role: 'close' }],
    },
    {
      label: t('hosts.menu.help'),
      role: 'help',
      submenu: [
        {
          id: 'shortcuts',
          label: t('hosts.menu.keyboardShortcuts'),
          click: () => parts.navigate('shortcuts'),
        },
        ...(mac ? [] : [separator, about]),
      ],
    },
  ]
}

/** The menu that macOS names after the application. */
function applicationMenu(
  about: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
  return {
    label: t('words.postroom'),
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
}

function viewMenu(parts: MenuParts): MenuItemConstructorOptions {
  const development: MenuItemConstructorOptions[] = parts.packaged
    ? []
    : [separator, { role: 'reload' }, { role: 'toggleDevTools' }]
  return {
    label: t('hosts.menu.view'),
    submenu: [
      ...screens().map(([name, label], index) => ({
        id: `go-${name}`,
        label,
        accelerator: `CmdOrCtrl+${index + 1}`,
        click: () => parts.navigate(name),
      })),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...development,
    ],
  }
}
