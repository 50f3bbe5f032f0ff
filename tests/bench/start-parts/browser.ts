import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { launchChromium, startServe } from '../../fixtures/browser-host'
import { emptyPage } from '../desk/empty-window'
import { withoutKeychain } from '../desk/filled'
import { patience, type Moments } from './moments'
import { screenSize } from './screen'

/**
 * Runs in the page before its scripts, which know nothing of it: notes at which frame the rail, or the words of an empty page,
 * and the first row were drawn. A frame counts once the next one begins. Milliseconds since 1970.
 */
const watchFrames = `(() => {
  const seen = {}
  const now = () => performance.timeOrigin + performance.now()
  const isThere = {
    shell: () => [...document.querySelectorAll('nav a, p')].some((each) => /Contacts|Empty/.test(each.textContent) && each.getClientRects().length > 0),
    rows: () => [...document.querySelectorAll('[data-position="0"]')].some((each) => each.textContent.includes('@')),
  }
  const frame = () => {
    for (const [moment, look] of Object.entries(isThere)) {
      if (seen[moment] === undefined && look()) {
        seen[moment] = 0
        requestAnimationFrame(() => (seen[moment] = now()))
      }
    }
    if (!seen.rows) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.momentsOfStart = seen
})()`

const moment = z.number().min(1).optional().catch(undefined)
const seen = z.object({ shell: moment, rows: moment })

/** Milliseconds between two questions to the page: what it answers was noted by itself. */
const pause = 20

async function moments(page: Page, begun: number, last: keyof Moments): Promise<Moments> {
  for (;;) {
    const { shell, rows } = seen.parse(await page.evaluate('({ ...window.momentsOfStart })'))
    const there = { shell: shell ?? 0, rows: rows ?? shell ?? 0 }
    if ((last === 'rows' ? rows : shell) !== undefined)
      return { shell: there.shell - begun, rows: there.rows - begun }
    if (wallClock() - begun > patience) throw new Error('The page stayed empty.')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** A new Chromium, as somebody has it who had none open, on an address. */
async function opened(address: string, begun: number, last: keyof Moments): Promise<Moments> {
  const browser = await launchChromium(process.getuid?.() === 0 ? ['--no-sandbox'] : [])
  try {
    const page = await browser.newPage({ viewport: screenSize })
    await page.addInitScript(watchFrames)
    await page.goto(address, { waitUntil: 'commit' })
    return await moments(page, begun, last)
  } finally {
    await browser.close()
  }
}

/** Starts Chromium on an empty page. */
export function emptyTab(): () => Promise<Moments> {
  const file = join(mkdtempSync(join(tmpdir(), 'postroom-bench-empty-')), 'empty.html')
  writeFileSync(file, emptyPage)
  return () => opened(pathToFileURL(file).href, wallClock(), 'shell')
}

/** Starts the browser host on a data folder, and Chromium on its link as soon as that is there. */
export function appTab(dataFolder: string): () => Promise<Moments> {
  return async () => {
    const begun = wallClock()
    const host = await startServe({ dataFolder, args: [], env: withoutKeychain })
    try {
      return await opened(host.url, begun, 'rows')
    } finally {
      await host.stop()
    }
  }
}

const wallClock = (): number => performance.timeOrigin + performance.now()
