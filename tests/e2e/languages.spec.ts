import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, sharedApp, test, type App } from '../fixtures/app'
import { fillConsole, recordConnection } from '../fixtures/filled-console'
import { wordsIn } from '../fixtures/known-words'
import { askService, contactsOf } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'
import { walkScreens } from '../fixtures/screen-walk'
import { textFaults } from '../fixtures/text-faults'

/**
 * Every screen in the languages of tests: what opens from it, in both sizes. In `en-XA` each text of a catalogue is accented and
 * 40 % longer, so that a word without accents is in no catalogue, and a box that breaks would break in German; `ar-XB` is the
 * same from right to left.
 */
const people = 300
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 700 },
]
/** What the activity log and a form hold in the language in which it was prepared. */
const said = [
  'Full sync of contacts',
  'Full sync',
  `Reading of ${recordConnection}`,
  recordConnection,
  'New connection',
  'Nova',
  'Ida',
  'ida at lamp',
  // Segments that are made at the service have one name in every language.
  'Undeliverable, by Postroom',
  'Risky, by Postroom',
  'Unknown, by Postroom',
]

/** Where each walk begins, and how many kinds of pages it comes to by rows alone, whatever else it presses. */
const walks = {
  audience: { starts: ['/overview', '/contacts', '/segments', '/segments/new', '/events'], pages: 5 },
  lists: { starts: ['/import', '/verification', '/verification/new', '/verification/rules'], pages: 5 },
  mail: { starts: ['/campaigns', '/templates', '/workflows', '/send', '/domains'], pages: 8 },
  desk: { starts: ['/records', '/activity', '/settings'], pages: 3 },
}

/** The page in this language, started anew: nothing that another walk opened is open. */
async function speak(app: App, language: string): Promise<Page> {
  app.env = { ...app.env, POSTROOM_LANGUAGE: language }
  await app.restart()
  // All that the first screen shows is there.
  await expect(app.page.locator('nav .count').first()).toHaveText('300')
  return app.page
}

const pageSchema = z.object({ cursor: z.string().nullish() })
const workflowsSchema = z.object({ workflows: z.object({ id: z.string() }).array().optional() })

/** The words of the data that the service holds. */
async function knownWords(service: RunningService): Promise<string[]> {
  const lists = ['segments', 'templates', 'domains', 'events/names', 'campaigns', 'workflows']
  const { url, token, workspaceId, companyId } = service.records
  const headers = { authorization: `Bearer ${token}`, 'x-service-company-id': companyId }
  const records = [0, 100, 200].map(async (skip): Promise<unknown> => {
    const query = new URLSearchParams({ workspaceId, skip: String(skip), limit: '100' })
    return (await fetch(`${url}/v1/records?${query}`, { headers })).json()
  })
  const { workflows } = workflowsSchema.parse(await askService(service, '/workflows'))
  const answers = await Promise.all([
    contactsOf(service),
    ...lists.map((list) => askService(service, `/${list}`)),
    ...(workflows ?? []).map(({ id }) => askService(service, `/workflows/${id}`)),
    events(service),
    ...records,
  ])
  return wordsIn([answers, beginningsOf(answers)])
}

/** Every event: its data stands beside it. */
async function events(service: RunningService): Promise<unknown[]> {
  const pages: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await askService(service, `/events?limit=100&cursor=${encodeURIComponent(cursor)}`)
    pages.push(page)
    cursor = pageSchema.parse(page).cursor ?? null
  }
  return pages
}

/** How letters begin: the list of mails and their checks show as much. */
const beginningsOf = (answers: readonly unknown[]): string[] =>
  Array.from(JSON.stringify(answers).matchAll(/"body":"((?:[^"\\]|\\.)*)"/g), ([, body = '']) =>
    body
      .replace(/<style.*?<\/style>/gs, ' ')
      .replace(/<[^>]*>|\\./g, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, 300),
  )

test.describe('a filled console', { tag: '@keychain' }, () => {
  let service: RunningService
  let known: string[]
  const shared = sharedApp(async (app) => {
    service = await startPrepared({ contacts: people })
    known = await knownWords(service)
    await fillConsole(app, service, people)
  })
  test.afterAll(async () => {
    await service.stop()
  })

  for (const [name, walk] of Object.entries(walks)) {
    test(`in a longer language, ${name}: every text is of a catalogue, and no box breaks`, async () => {
      const page = await speak(shared(), 'en-XA')
      const look = textFaults({ known, said, words: true })
      const frame = walk === walks.audience
      expect(await walkScreens(page, { ...walk, look, sizes, frame })).toEqual([])
    })
  }

  test('from right to left no screen breaks', async () => {
    const page = await speak(shared(), 'ar-XB')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const all = Object.values(walks)
    const starts = all.flatMap((walk) => walk.starts)
    const pages = all.reduce((sum, walk) => sum + walk.pages, 0)
    const look = textFaults({ known: [], said, words: false })
    expect(await walkScreens(page, { starts, look, sizes, presses: false, pages })).toEqual([])
  })
})

test('Welcome in a longer language: every text is of a catalogue, and no box breaks', async ({ app }) => {
  app.env = { POSTROOM_LANGUAGE: 'en-XA' }
  await app.start()
  const look = textFaults({ known: wordsIn([]), said: [], words: true })
  expect(await walkScreens(app.page, { starts: ['/welcome'], look, sizes, pages: 1 })).toEqual([])
})
