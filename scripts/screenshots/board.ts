import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { project } from '../../tests/fixtures/built'
import type { Size } from './scene'
import type { Console, Stage } from './stage'

/** One of the states that a board shows, as it is on the screen. */
export interface Part {
  /** The card on which it stands, and its title: parts of one card follow each other. */
  card: string
  /** What the state is called, where its card has more than one. */
  label?: string
  /** The column of the board, from 0. */
  column: number
  /** A console of its own, where that of the board cannot show it. */
  on?(stage: Stage): Promise<Console>
  /** Pixels to either side that are seen, too. */
  margin?: number
  /** Brings the state about, and answers with what is to be seen of it: a box around all of them. */
  show(page: Page, stage: Stage): Promise<Locator | Locator[]>
}

/** A picture of many states, each taken from a console, on one sheet. */
export interface Board {
  /** Widths of its columns, in pixels. */
  columns: readonly number[]
  parts: readonly Part[]
}

/** What was taken of a part, by theme. */
type Shots = Record<'light' | 'dark', string>
const themes = ['light', 'dark'] as const

async function shoot(page: Page, seen: Locator | Locator[], margin: number): Promise<Shots> {
  const shots: Shots = { light: '', dark: '' }
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme="${theme}"]`).waitFor()
    const clip = await around(Array.isArray(seen) ? seen : [seen], margin)
    const bytes = await page.screenshot({ clip, animations: 'disabled' })
    shots[theme] = `data:image/png;base64,${bytes.toString('base64')}`
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return shots
}

/** The box around what is seen. */
async function around(seen: readonly Locator[], margin: number) {
  const boxes = []
  for (const one of seen) {
    const box = await one.boundingBox()
    if (box) boxes.push(box)
  }
  const x = Math.min(...boxes.map((box) => box.x)) - margin
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + margin - x
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + (boxes.length > 1 ? margin / 2 : 0) - y
  return { x, y, width, height }
}

/** Takes every part of a board, and the sheet with all of them, light and dark. `shown`: the console of the board. */
export async function takeBoard(
  board: Board,
  {
    shown,
    stage,
    size,
    file,
  }: { shown: Console; stage: Stage; size: Size; file(theme: 'light' | 'dark'): string },
): Promise<void> {
  const taken: { part: Part; shots: Shots }[] = []
  for (const part of board.parts) {
    const own = await part.on?.(stage)
    const { page } = own ?? shown
    const shots = await part
      .show(page, stage)
      .then((seen) => shoot(page, seen, part.margin ?? 0))
      .catch((error: unknown) => Promise.reject(new Error(`${part.label ?? part.card}: ${String(error)}`)))
      .finally(() => own?.end())
    taken.push({ part, shots })
  }
  for (const theme of themes) await takeSheet(stage.browser, sheet(board, taken, theme), size, file(theme))
}

async function takeSheet(browser: Browser, html: string, size: Size, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: size })
  const page = await context.newPage()
  await page.setContent(html)
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path })
  await context.close()
}

const font = readFileSync(
  path.join(project, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64')
const dress = {
  light: { ground: '#F5F3EF', card: '#FFFFFF', line: '#E6E2DA', text: '#221F1A', faint: '#756E62' },
  dark: { ground: '#161513', card: '#1C1B18', line: '#2E2B26', text: '#EDE9E1', faint: '#958E81' },
}

function sheet(
  board: Board,
  taken: readonly { part: Part; shots: Shots }[],
  theme: 'light' | 'dark',
): string {
  const { ground, card, line, text, faint } = dress[theme]
  const columns = board.columns.map((width, at) => {
    const parts = taken.filter(({ part }) => part.column === at)
    const cards = [...new Set(parts.map((one) => one.part.card))].map((title) => {
      const inner = parts
        .filter(({ part }) => part.card === title)
        .map(({ part, shots }) => `${part.label ? `<p>${part.label}</p>` : ''}<img src="${shots[theme]}">`)
      return `<section>${title ? `<h2>${title}</h2>` : ''}${inner.join('')}</section>`
    })
    return `<div style="width:${width}px">${cards.join('')}</div>`
  })
  return `<!doctype html><style>
@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
* { box-sizing: border-box; margin: 0 }
body { display: flex; gap: 12px; padding: 14px; background: ${ground}; color: ${text}; font: 500 12px/18px Inter, sans-serif }
section { margin-bottom: 12px; overflow: hidden; border: 1px solid ${line}; border-radius: 5px; background: ${card} }
h2 { padding: 10px 16px 6px; font-size: 13px; font-weight: 600 }
p { padding: 4px 16px 0; color: ${faint}; font-size: 11px; line-height: 16px }
img { display: block; max-width: 100% }
</style><body>${columns.join('')}</body>`
}
