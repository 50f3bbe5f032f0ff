import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { openFile } from '../fixtures/on-import'
import { connectRecords } from '../fixtures/on-records'
import { askService, contactsOf } from '../fixtures/on-screen'
import { collected, pasteBatch } from '../fixtures/on-verification'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'
import { walkScreens } from '../fixtures/text-walk'
import { wordsIn } from '../fixtures/known-words'

const said = ['Full sync of contacts', 'Reading of Wharf office']
const people = 300
let service: RunningService
test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
})
test.afterEach(async () => {
  await service.stop()
})

test(
  'in the pseudo language: every text is of a catalogue, and no box breaks',
  { tag: '@keychain' },
  async ({ app }) => {
    test.setTimeout(1_500_000)
    await openConnected(app, service, people)
    const contacts = await contactsOf(service)
    await connectRecords(app.page, service, 'Wharf office')
    await openFile(app, 'list.csv', [
      'email,firstName,subscribed',
      ...contacts.slice(0, 20).map(({ email }) => `${email},Nova,yes`),
      'ida at lamp,Ida,no',
    ])
    await pasteBatch(
      app.page,
      contacts.slice(0, 10).map(({ email }) => email),
    )
    await collected(app.page)
    const lists = [
      'segments',
      'campaigns?pageSize=100',
      'templates?pageSize=100',
      'workflows?pageSize=100',
      'domains',
      'events/names',
      'domains',
      'events?limit=100',
    ]
    const { url, token, workspaceId } = service.records
  const records: unknown = await (
    await fetch(`${url}/v1/list-records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceId, companyId: service.records.companyId, skip: 0, limit: 100 }),
    })
  ).json()
  if (process.env.WALK) console.log(JSON.stringify(records).slice(0, 300))
  const told = await Promise.all(lists.map((list) => askService(service, `/${list}`).catch(() => null)))
    app.env = { ...app.env, POSTROOM_LANGUAGE: process.env.WALK_LANGUAGE ?? 'en-XA' }
    await app.restart()
    const starts = process.env.WALK?.split(' ') ?? ['overview']
    const found = await walkScreens(app.page, {
      starts: starts.map((name) => `/${name}`),
      question: { said, known: wordsIn([contacts, told, records]), words: process.env.WALK_LANGUAGE !== 'ar-XB' },
      sizes: [
        { width: 1280, height: 800 },
        { width: 900, height: 700 },
      ],
      avoided: [],
      told: async (place) => {
        console.log('at', place)
        if (process.env.WALK_SHOT && new RegExp(process.env.WALK_SHOT).test(place))
          await app.page.screenshot({
            path: `/tmp/words/shots/${place.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 80)}-${app.page.viewportSize()?.width}.png`,
          })
      },
    })
    for (const one of found) console.log('FAULT', one)
    expect(found).toEqual([])
  },
)
