import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { project } from '../../tests/fixtures/built'
import { takeBoard } from './board'
import { prepare } from './prepare'
import { usual, type Scene } from './scene'
import { campaignScenes } from './scenes/campaigns'
import { consoleScenes } from './scenes/console'
import { contactScenes } from './scenes/contacts'
import { filterScenes } from './scenes/filters'
import { importScenes } from './scenes/imports'
import { listScenes } from './scenes/lists'
import { panelScenes } from './scenes/panel'
import { planScenes } from './scenes/plan'
import { startScenes } from './scenes/start'
import { teamScenes } from './scenes/team'
import { stateScenes } from './scenes/states'
import { mailScenes } from './scenes/mail'
import { setStage, type Console, type Stage } from './stage'

// A picture of every scene, light and dark, under the name of its drawing. What cannot be brought to its state is named at the
// end, and the exit code is 1.

const pictures = path.join(project, 'docs', 'pictures')
const wanted = process.argv.slice(2)
const scenes: readonly Scene[] = [
  ...contactScenes,
  ...consoleScenes,
  ...filterScenes,
  ...listScenes,
  ...importScenes,
  ...panelScenes,
  ...stateScenes,
  ...campaignScenes,
  ...planScenes,
  ...startScenes,
  ...mailScenes,
  ...teamScenes,
]

async function take(scene: Scene, shared: () => Promise<Console>, stage: Stage): Promise<void> {
  const own = await scene.on?.(stage)
  await takeOn(scene, own ?? (await shared()), stage).finally(() => own?.end())
}

/** The console that pictures share: where none of them is wanted, it is not prepared. */
async function prepared(stage: Stage): Promise<Console> {
  const shown = await stage.open()
  await prepare(shown, stage)
  shown.page.setDefaultTimeout(30_000)
  return shown
}

async function takeOn(scene: Scene, shown: Console, stage: Stage): Promise<void> {
  const { page } = shown
  await page.setViewportSize(scene.size ?? usual)
  await page.emulateMedia({ colorScheme: 'light' })
  if (scene.route !== undefined) await shown.goTo(scene.route)
  await scene.show(page, stage)
  const file = (theme: 'light' | 'dark') =>
    path.join(pictures, `${scene.name}${theme === 'dark' ? '-dark' : ''}.png`)
  if (scene.board) await takeBoard(scene.board, { shown, stage, size: scene.size ?? usual, file })
  else
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await page.screenshot({ path: file(theme), animations: 'disabled' })
    }
  await scene.after?.(page, stage)
}

async function main(): Promise<void> {
  await mkdir(pictures, { recursive: true })
  const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const stage = await setStage()
  const failed: string[] = []
  try {
    let shown: Promise<Console> | null = null
    const shared = () => (shown ??= prepared(stage))
    for (const scene of chosen)
      await take(scene, shared, stage).catch((error: unknown) => {
        console.error(`${scene.name}: ${String(error)}`)
        failed.push(scene.name)
      })
  } finally {
    await stage.close()
  }
  if (failed.length > 0) {
    console.error(`No picture of ${failed.join(', ')}.`)
    process.exitCode = 1
  }
}

void main()
