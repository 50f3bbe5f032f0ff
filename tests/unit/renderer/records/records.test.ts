import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import { then } from '../campaigns/review-samples'
import type { Page } from '../fixtures/page'
import { openRecords, type RecordWishes } from './record-core'
import { audience, connection, refusedToken, run } from './record-samples'

let screen: Page
afterEach(() => screen.close())

async function open(
  sync: Parameters<typeof connection>[0] = {},
  wishes: RecordWishes & { path?: string } = {},
): Promise<void> {
  screen = await openRecords([connection(sync)], wishes)
}

describe('the records of a connection', () => {
  it('stand in a grid, their own keys as columns', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    await screen.shows('berths')
    await screen.shows('Wharf office')
  })

  it('are searched by the core', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    await screen.fill('Search records', 'Bergen')
    await screen.shows('1 of 2')
    expect(await screen.asks('records.page')).toMatchObject({
      connectionId: 'wharf',
      query: { search: 'Bergen' },
    })
  })

  it('have what a search found marked in its column', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    await screen.fill('Search records', 'Bergen')
    await screen.shows('and why it was found')
    await soon(() => expect(screen.body.findAll('mark').map((mark) => mark.text())).toEqual(['Bergen']))
  })

  it('say what none matches, and can do without that search', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    await screen.fill('Search records', 'nobody')
    await screen.shows('No record matches “nobody”')
    await screen.press('Clear the search')
    await screen.shows('ada@wharf.example')
  })

  it('open with all their fields beside the list', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    const cell = document.body.querySelector<HTMLElement>(
      '[data-position="0"] [role="gridcell"]:nth-child(2)',
    )
    cell?.click()
    await screen.shows('Show as the service sent it')
    expect(await screen.asks('records.get')).toEqual({ connectionId: 'wharf', id: 'rec_1' })
  })

  it('are those of the connection that is chosen', async () => {
    const other = connection({}, { id: 'yard', name: 'Boat yard' })
    screen = await openRecords([connection(), other])
    await screen.press('Connection: Wharf office')
    const item = [...document.body.querySelectorAll<HTMLElement>('[role^="menuitem"]')].find((one) =>
      one.textContent.includes('Boat yard'),
    )
    item?.click()
    await soon(() => expect(screen.router.currentRoute.value.fullPath).toBe('/records?of=yard'))
    await soon(async () => expect(await screen.asks('records.page')).toMatchObject({ connectionId: 'yard' }))
  })

  it('stay where they are while their reading moves on, and are asked for again where they changed', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    const asked = () => screen.asked('records.page').length
    const before = asked()
    screen.tell({
      topic: 'records',
      state: { connections: [connection({ run: run({ state: 'running', received: 100, endedAt: null }) })] },
    })
    await screen.shows('Reading 100 of about 212.')
    expect(asked()).toBe(before)
    screen.tell({ topic: 'records', state: { connections: [connection({}, { revision: 2 })] } })
    await soon(() => expect(asked()).toBeGreaterThan(before))
  })

  it('say why they cannot be read', async () => {
    const data = { ...refusedToken, code: 'cache_busy' as const, title: 'The copy cannot be read' }
    await open({}, { refused: { 'records.page': data } })
    await screen.shows('The copy cannot be read')
  })
})

describe('the reading of a list', () => {
  it('says how far it is, and pauses', async () => {
    await open({ run: run({ state: 'running', received: 100, expected: 212, endedAt: null }) })
    await screen.shows('Reading 100 of about 212.')
    await screen.press('Pause')
    expect(await screen.asks('records.pause')).toEqual({ id: 'wharf' })
  })

  it('begins when a person asks', async () => {
    await open()
    await screen.shows('Read at')
    await screen.press('Read now')
    expect(await screen.asks('records.start')).toEqual({ id: 'wharf' })
  })

  it('reports what drifted', async () => {
    const said = 'The whole list was read twice.'
    await open({ last: run({ report: [said], drift: { reread: 2, gaps: 0, repeated: 5, passes: 2 } }) })
    await screen.shows(said)
    await screen.shows('Came twice')
  })

  it('folds its report to one line, which says what it came to', async () => {
    await open()
    await screen.shows('Service said')
    expect(screen.text()).not.toContain('Came twice')
    await screen.press('Close report')
    await screen.shows('12 new, 4 changed, 1 gone')
    expect(screen.text()).not.toContain('Service said')
    await screen.press('Open report')
  })

  it('asks before what was not listed goes, and keeps it when told', async () => {
    await open({ rows: 500, run: run({ state: 'asking', received: 100 }) })
    await screen.shows('Far fewer records than in the copy.')
    await screen.press('Keep them')
    expect(await screen.asks('records.answer')).toEqual({ id: 'wharf', runId: 7, remove: false })
  })

  it('asks for a token where the service refuses the one it has', async () => {
    await open({ blocked: refusedToken })
    await screen.shows('The key is refused.')
    await screen.press('Enter the token')
    await screen.fill('Token', 'pat_new')
    await screen.press('Save')
    expect(await screen.asks('records.edit')).toMatchObject({ id: 'wharf', token: 'pat_new' })
  })

  it('says that the service does not answer, and of when the copy is', async () => {
    await open({ online: false })
    await screen.shows('The record service does not answer. You see the copy of')
  })
})

describe('connecting', () => {
  it('is offered where nothing is connected', async () => {
    screen = await openRecords([])
    await screen.shows('No record service is connected')
    await screen.press('Connect a record service')
    await screen.shows('A personal access token.')
  })

  it('names and marks what is missing before anything is asked', async () => {
    screen = await openRecords([], { path: '/records?connect=1' })
    await screen.fill('Name', 'Wharf office')
    await screen.press('Connect')
    await screen.shows('Enter the token.')
    expect(screen.field('Name').getAttribute('aria-invalid')).toBe('false')
    expect(screen.field('Address').getAttribute('aria-invalid')).toBe('true')
    expect(screen.core.heard).toEqual([])
  })

  it('says what a test found, and stores what was tested', async () => {
    screen = await openRecords([], { path: '/records?connect=1' })
    await screen.fill('Name', 'Wharf office')
    await screen.fill('Address', 'https://records.wharf.example')
    await screen.fill('Token', 'pat_one')
    await screen.fill('Company id', 'company_1')
    await screen.fill('Workspace', 'main')
    await screen.press('Test')
    await screen.shows('The list is called items, and pageInfo tells of its end.')
    await screen.shows('It lists 212 records.')
    await screen.press('Connect')
    expect(await screen.asks('records.add')).toMatchObject({
      token: 'pat_one',
      companyId: 'company_1',
      form: 'rpc',
    })
  })

  it('forgets what a test found where the list is called another way', async () => {
    screen = await openRecords([connection()], { path: '/records?of=wharf&change=1' })
    await screen.press('Test')
    await screen.shows('It lists 212 records.')
    await screen.press('API')
    await screen.fill('Operation', 'list-people')
    await soon(() => expect(screen.text()).not.toContain('It lists 212 records.'))
  })

  it('opens the form of the connection that an address asks to change, and takes that off the address', async () => {
    const other = connection({}, { id: 'yard', name: 'Boat yard' })
    screen = await openRecords([connection(), other], { path: '/records?of=yard&change=1' })
    await screen.shows('Change the connection')
    expect(screen.field('Name').value).toBe('Boat yard')
    await soon(() => expect(screen.router.currentRoute.value.fullPath).toBe('/records?of=yard'))
  })

  it('opens no form where the connection that is to be changed is gone', async () => {
    screen = await openRecords([connection()], { path: '/records?of=gone&change=1' })
    await screen.shows('ada@wharf.example')
    expect(screen.text()).not.toContain('Change the connection')
  })

  it('ends only when the name of the connection was typed', async () => {
    await open()
    await screen.press('Connection: Wharf office')
    const item = [...document.body.querySelectorAll<HTMLElement>('[role^="menuitem"]')].find((one) =>
      one.textContent.includes('Remove the connection'),
    )
    item?.click()
    await soon(() => expect(screen.button('Remove').disabled).toBe(true))
    await screen.fill('Type Wharf office to go on', 'Wharf office')
    await screen.press('Remove')
    expect(await screen.asks('records.remove')).toEqual({ id: 'wharf', name: 'Wharf office' })
  })
})

describe('a record that is open', () => {
  const contact = {
    id: 'contact_1',
    email: 'ada@wharf.example',
    subscribed: true,
    data: { town: 'Leith' },
    createdAt: null,
    updatedAt: null,
    verdict: null,
  }
  async function openFirst(wishes: RecordWishes): Promise<void> {
    await open({}, wishes)
    await screen.shows('ada@wharf.example')
    document.body.querySelector<HTMLElement>('[data-position="0"] [role="gridcell"]:nth-child(2)')?.click()
    await screen.shows('Show as the service sent it')
  }

  it('stands beside the contact with its address, field by field as they would go over', async () => {
    await openFirst({ contact })
    await screen.shows('In the audience')
    await screen.shows('1 of 1 differ')
    await screen.shows('Leith')
    await screen.press('Open contact')
    await soon(() => expect(screen.router.currentRoute.value.fullPath).toContain('contact_1'))
  })

  it('says that nobody in the audience has its address', async () => {
    await openFirst({})
    await screen.shows('Not in the audience')
    expect(screen.text()).not.toContain('Beside the contact')
  })

  it('says what the last run changed, old to new', async () => {
    await openFirst({ change: { at: then, before: { city: 'Whitby' } } })
    await screen.shows('Changed at')
    await soon(() => expect(screen.body.find('s').text()).toBe('Whitby'))
  })

  it('goes to Import alone', async () => {
    await openFirst({})
    const ways = [...document.body.querySelectorAll<HTMLElement>('aside button')]
    ways.find((one) => one.textContent.trim() === 'Hand to Import')?.click()
    await screen.shows('The 1 selected')
    await soon(async () =>
      expect(await screen.asks('records.tally')).toMatchObject({
        selection: { kind: 'ids', ids: ['rec_1'] },
      }),
    )
  })
})

describe('handing records to Import', () => {
  async function begin(wishes: RecordWishes = {}): Promise<void> {
    await open({}, wishes)
    await screen.shows('ada@wharf.example')
    await screen.press('Hand to Import')
    await screen.shows('Nothing is written yet')
  }

  it('offers the mapping that was used last, and opens the import where rows are checked', async () => {
    await begin()
    await screen.shows('As on')
    await screen.press('Hand over 1')
    expect(await screen.asks('records.toImport')).toMatchObject({
      connectionId: 'wharf',
      selection: { kind: 'query', query: { sinceLast: true } },
      mapping: { email: 'data.mail', subscribed: null, data: [{ field: 'data.city', key: 'town' }] },
    })
    await soon(() => expect(screen.router.currentRoute.value.fullPath).toBe('/import?open=9&step=check'))
  })

  it('counts anew what goes where another choice is made', async () => {
    await begin()
    screen.field('All that the list shows').click()
    await screen.press('Hand over 2')
    expect(await screen.asks('records.toImport')).toMatchObject({
      selection: { query: { sinceLast: false } },
    })
  })

  it('begins with what is selected where that is what was pressed', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    screen.field('Select rec_1').click()
    screen.field('Select rec_2').click()
    await screen.press('Hand 2 to Import')
    await screen.press('Hand over 2')
    expect(await screen.asks('records.toImport')).toMatchObject({
      selection: { kind: 'ids', ids: ['rec_1', 'rec_2'] },
    })
  })

  it('shows in the list what is left out, and goes on from there', async () => {
    await begin({ missing: 1 })
    screen.field('All that the list shows').click()
    await screen.press('Show: No address')
    expect(await screen.asks('records.leftOut')).toMatchObject({ email: 'data.mail', why: 'missing' })
    await screen.shows('1 of 2')
    await soon(() => expect(screen.text()).not.toContain('Nothing is written yet'))
    await screen.press('Hand to Import')
    await screen.press('Hand over 1')
    expect(await screen.asks('records.toImport')).toMatchObject({
      selection: { query: { sinceLast: false } },
    })
  })

  it('hands nothing over where nobody has an address', async () => {
    await begin({ missing: 1 })
    await screen.shows('No record has an address')
    expect(screen.button('Hand over 0').disabled).toBe(true)
  })

  it('waits for the field of the address', async () => {
    await open({}, { audience: { ...audience, mapping: null, remembered: false, last: null } })
    await screen.shows('ada@wharf.example')
    await screen.press('Hand to Import')
    await screen.shows('Choose the field with the address.')
    await soon(() => expect(screen.button('Hand over 0').disabled).toBe(true))
    await screen.choose('Address field', 'data.mail')
    await screen.press('Hand over 2')
    expect(await screen.asks('records.toImport')).toMatchObject({ mapping: { email: 'data.mail' } })
  })
})
