// The list of contacts dragged by its scroll bar from end to end, and wheeled through, in a real browser.
import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { chromiumPath, startServe } from '../fixtures/browser-host'
import { figure, quantile, size } from './cache/harness'
import { filledDesk, withoutKeychain } from './desk/filled'

/** What a frame may take, milliseconds: 60 a second, and a little. */
const allowed = 20

/** Positions of the mouse on its way down the scroll bar. */
const steps = 400
const rounds = 3

/** Runs in the page, which these programs know nothing of: notes the time of every frame until it is asked for them. */
const watchFrames = `(() => {
  const times = []
  let on = true
  const next = (time) => {
    times.push(time)
    if (on) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  window.stopFrames = () => ((on = false), times)
})()`

/** How long each frame took while something was done, in milliseconds. */
async function frames(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(watchFrames)
  await act()
  const times = z.array(z.number()).parse(await page.evaluate('window.stopFrames()'))
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

/** Drags the thumb of the bar of `selector` from the top to the bottom. */
async function drag(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`There is no ${selector}.`)
  const x = box.x + box.width - 7
  // The arrows at both ends of the bar are as high as it is wide.
  const [from, to] = [box.y + 22, box.y + box.height + 40]
  await page.mouse.move(x, from)
  await page.mouse.down()
  for (let step = 1; step <= steps; step++) await page.mouse.move(x, from + ((to - from) * step) / steps)
  await page.mouse.up()
}

function report(metric: string, runs: number[][]): void {
  const within = runs.map((run) => run.filter((ms) => ms <= allowed).length / run.length)
  figure('scroll', `${metric}: frames within ${allowed} ms`, quantile(within, 0.5) * 100, '%')
  const p95 = runs.map((run) => quantile(run, 0.95))
  figure('scroll', `${metric}: frame p95`, quantile(p95, 0.5), 'ms')
  figure(
    'scroll',
    `${metric}: longest frame`,
    quantile(
      runs.map((run) => Math.max(...run)),
      0.5,
    ),
    'ms',
  )
}

async function measure(
  page: Page,
  act: () => Promise<void>,
  between: () => Promise<void>,
): Promise<number[][]> {
  const runs: number[][] = []
  for (let round = 0; round < rounds; round++) {
    runs.push(await frames(page, act))
    await between()
  }
  return runs
}

async function run(): Promise<void> {
  const host = await startServe({ dataFolder: filledDesk(size), args: [], env: withoutKeychain })
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox'],
    // The scroll bar is what is dragged.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.setContent(
      '<style>body{margin:0}#floor{height:700px;overflow:auto}p{height:8000000px}</style><div id="floor"><p></p></div>',
    )
    const back = (selector: string) => page.locator(selector).evaluate((list) => void (list.scrollTop = 0))
    report(
      'floor: an empty element dragged',
      await measure(
        page,
        () => drag(page, '#floor'),
        () => back('#floor'),
      ),
    )

    // The first link has grown old meanwhile.
    await page.goto(await host.newLink())
    await page.getByRole('link', { name: 'Contacts' }).click()
    const list = '.big-list'
    const firstRow = page.locator(`${list} [data-position="0"]`)
    const lastRow = page.locator(`${list} [data-position="${size - 1}"] [data-cell]`).first()
    await firstRow.getByRole('checkbox').waitFor()
    const settled: number[] = []
    const dragged = await measure(
      page,
      () => drag(page, list),
      async () => {
        const start = performance.now()
        await lastRow.getByText('@').waitFor()
        settled.push(performance.now() - start)
        await back(list)
        await firstRow.getByRole('checkbox').waitFor()
      },
    )
    report(`${size} rows dragged`, dragged)
    figure('scroll', 'last row shown after the drag', quantile(settled, 0.5), 'ms')

    const box = await page.locator(list).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200)
    const wheel = async () => {
      for (let turn = 0; turn < 200; turn++) await page.mouse.wheel(0, 120)
    }
    report(`${size} rows wheeled`, await measure(page, wheel, () => back(list)))
  } finally {
    await browser.close()
    await host.stop()
  }
}

void run()
