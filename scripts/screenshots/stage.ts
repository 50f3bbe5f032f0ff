import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { launchChromium, startServe, type RawHost } from '../../tests/fixtures/browser-host'
import { startDnsServer, type DnsServer, type Zone } from '../../tests/fixtures/dns-server'
import { startService, type RunningService } from '../../tests/fixtures/service'
import { makeDrafts, senderZone, somePeople, zoneOf } from './sample'
import { usual } from './scene'

/** How many contacts the sample has: enough for a list that scrolls and figures that are no jokes. */
export const contacts = 3000

/** What pictures are taken of: the embedded service with a sample, names that resolve, and a console on it. */
export interface Stage {
  service: RunningService
  /** The address of the name server, which knows the domains of the sample. */
  dns: string
  /** Addresses of the sample, the newest first. */
  people: string[]
  browser: Browser
  /** Lets the name server know more names. */
  know(more: Zone): void
  /** Starts another console, on an empty folder, and opens its page. */
  open(wishes?: Partial<ConsoleWishes>): Promise<Console>
  /** Ends all of it. */
  close(): Promise<void>
}

/** How a console is started. */
export interface ConsoleWishes {
  folder: string
  env: Record<string, string>
}

/** A console that runs, and its page. */
export interface Console {
  page: Page
  /** Its data folder. */
  folder: string
  /** Opens the page anew, at a route as `/contacts`. */
  goTo(route: string): Promise<void>
  /** Ends it; the folder stays. */
  end(): Promise<void>
}

/** Sets the stage. */
export async function setStage(): Promise<Stage> {
  const data = await mkdtemp(path.join(tmpdir(), 'postroom-pictures-'))
  const dns = await startDnsServer({})
  const service = await startService({ data: path.join(data, 'service'), dns: dns.address, contacts })
  const people = await somePeople(service)
  dns.zone = { ...zoneOf(people), ...(await senderZone(service)) }
  await makeDrafts(service, people)
  const browser = await launchChromium()
  const running: Console[] = []
  const open: Stage['open'] = async (wishes = {}) => {
    const folder = wishes.folder ?? (await mkdtemp(path.join(data, 'console-')))
    const opened = await openConsole(browser, dns, { folder, env: wishes.env ?? {} })
    running.push(opened)
    return opened
  }
  const close = async () => {
    await Promise.all(running.map((one) => one.end()))
    await browser.close()
    await service.stop()
    await dns.stop()
    await rm(data, { recursive: true, force: true })
  }
  const know = (more: Zone) => void (dns.zone = { ...dns.zone, ...more })
  return { service, dns: dns.address, people, browser, know, open, close }
}

async function openConsole(browser: Browser, dns: DnsServer, wishes: ConsoleWishes): Promise<Console> {
  const { folder, env } = wishes
  const options = {
    dataFolder: folder,
    args: ['--dns', dns.address],
    env: { POSTROOM_LANGUAGE: 'en', ...env },
  }
  const host = await startServe(options)
  const context = await browser.newContext({ viewport: usual, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(host.url)
  const { origin } = new URL(host.url)
  let ended: Promise<void> | undefined
  return {
    page,
    folder,
    goTo: async (route) => {
      // Another address of the same page would be no reload: what one picture opened would stand in the next.
      await page.goto('about:blank')
      await page.goto(`${origin}/#${route}`)
    },
    end: () => (ended ??= endConsole(page, host)),
  }
}

async function endConsole(page: Page, host: RawHost): Promise<void> {
  await page.context().close()
  await host.stop()
}
