// From the start of the program to its shell and to its first rows, as they come on the screen, beside an empty window and an
// empty page in the same run: `npm run bench -- start [CONTACTS ...]`, at a million where nothing is said.
import { filledDesk } from './desk/filled'
import { compare } from './start-parts/moments'
import { appTab, emptyTab } from './start-parts/browser'
import { appWindow, emptyWindow } from './start-parts/desktop'
import { canShowScreen, openScreen } from './start-parts/screen'

/** How often each program is started, by turns. */
const turns = 7

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1_000_000]

async function onDesktop(dataFolder: string, contacts: number): Promise<void> {
  if (!canShowScreen()) return console.error('There is no Xvfb: the desktop app is not measured.')
  const screen = await openScreen()
  try {
    const parts = { floor: emptyWindow(screen), program: appWindow(screen, dataFolder), turns }
    await compare(`desktop, ${contacts} contacts`, parts)
  } finally {
    await screen.close()
  }
}

async function run(): Promise<void> {
  for (const contacts of sizes) {
    const dataFolder = filledDesk(contacts)
    await onDesktop(dataFolder, contacts)
    await compare(`browser, ${contacts} contacts`, { floor: emptyTab(), program: appTab(dataFolder), turns })
  }
}

void run()
