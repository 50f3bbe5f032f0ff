// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
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
    await screen.shows('12 new, 4 changed, 1 gone')
    await screen.press('Read now')
    expect(await screen.asks('records.start')).toEqual({ id: 'wharf' })
  })

  it('reports what drifted', async () => {
    const said = 'The whole list was read twice.'
    await open({ last: run({ report: [said], drift: { reread: 2, gaps: 0, repeated: 5, passes: 2 } }) })
    await screen.press('What drifted')
    await screen.shows(said)
  })

  it('lists what became of runs before', async () => {
    await open()
    await screen.press('Report')
    await screen.shows('after 40 records.')
    await screen.shows('Nothing drifted while the list was read.')
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
    await screen.press('How it is called')
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

describe('handing records to Import', () => {
  it('offers the mapping that was used last, and opens the import where columns are mapped', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    await screen.press('Hand to Import')
    await screen.shows('As it was used the last time.')
    await screen.press('Hand to Import')
    expect(await screen.asks('records.toImport')).toMatchObject({
      connectionId: 'wharf',
      selection: { kind: 'query' },
      mapping: { email: 'data.mail', subscribed: null, data: [{ field: 'data.city', key: 'town' }] },
      sinceLast: false,
    })
    await soon(() => expect(screen.router.currentRoute.value.fullPath).toBe('/import?open=9&step=map'))
  })

  it('counts what changed since the last time, and takes only that', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    await screen.press('Hand to Import')
    await screen.shows(': 1 record')
    const only = document.body.querySelector<HTMLInputElement>('.choice-set input[type="checkbox"]')
    only?.click()
    await screen.press('Hand to Import')
    expect(await screen.asks('records.toImport')).toMatchObject({ sinceLast: true })
  })

  it('counts what changed among the selected, and again where the choice changes', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    screen.field('Select rec_1').click()
    screen.field('Select rec_2').click()
    await screen.shows('2 selected')
    await screen.press('Hand to Import')
    await screen.shows(': 2 records')
    expect(await screen.asks('records.changed')).toMatchObject({
      connectionId: 'wharf',
      selection: { kind: 'ids', ids: ['rec_1', 'rec_2'] },
    })
    screen.field('All 2 that are shown').click()
    await screen.shows(': 1 record')
    expect(await screen.asks('records.changed')).toMatchObject({ selection: { kind: 'query' } })
  })

  it('hands nothing over where none of the selected changed', async () => {
    await open()
    await screen.shows('ada@wharf.example')
    screen.field('Select all that match').click()
    await screen.shows('2 selected')
    await screen.press('Hand to Import')
    await screen.shows(': 0 records')
    expect(screen.button('Hand to Import').disabled).toBe(false)
    document.body.querySelector<HTMLInputElement>('.choice-set input[type="checkbox"]')?.click()
    await soon(() => expect(screen.button('Hand to Import').disabled).toBe(true))
  })

  it('waits for the field of the address', async () => {
    await open({}, { audience: { ...audience, mapping: null, remembered: false, last: null } })
    await screen.shows('ada@wharf.example')
    await screen.press('Hand to Import')
    await screen.shows('Choose the field that holds the address.')
    await soon(() => expect(screen.button('Hand to Import').disabled).toBe(true))
  })
})
