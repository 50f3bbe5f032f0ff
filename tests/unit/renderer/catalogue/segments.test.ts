import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { missing } from '../../../../src-renderer/format'
import { conflict, offeredBy, openCatalogue, segment, unreadable } from './catalogue-core'

let screen: Page
afterEach(() => screen.close())

describe('the list of segments', () => {
  it('says of which kind each is and how many are in it, and opens one beside itself', async () => {
    screen = await openCatalogue('/segments')
    await screen.shows('Crew')
    expect(screen.cells(0).slice(0, 2)).toEqual(['CrewStaticWho is aboard', '1,284'])
    document.body.querySelector<HTMLElement>('[data-position="0"]')?.click()
    await soon(() => expect(location.hash).toBe('#/segments?open=crew'))
  })

  it('whose members nobody counted says so', async () => {
    screen = await openCatalogue('/segments', { segments: [segment({ members: null })] })
    await screen.shows('Crew')
    expect(screen.cells(0)[1]).toBe(missing)
  })

  it('shows the members that came and cannot be read, as they came', async () => {
    screen = await openCatalogue('/segments?open=crew', { segments: [segment({ membersUnread: 1 })] })
    await screen.press('1 not read')
    await screen.shows('Members that cannot be read')
    await screen.shows('has no usable email')
    await screen.shows('"email":7')
    expect(screen.asked('sync.unread')).toMatchObject([{ resource: 'segments', owner: 'crew' }])
  })

  it('is narrowed to a kind, at the core', async () => {
    screen = await openCatalogue('/segments')
    await screen.shows('Crew')
    await screen.press(/^Dynamic/)
    await soon(() =>
      expect(screen.asked('segments.page').at(-1)).toMatchObject({ query: { kinds: ['DYNAMIC'] } }),
    )
  })

  it('that was never copied says so, and so does one that is empty', async () => {
    screen = await openCatalogue('/segments', { segments: [], asOf: null })
    await screen.shows('Segments were not copied yet')
    screen.close()
    screen = await openCatalogue('/segments', { segments: [] })
    await screen.shows('No segments yet')
  })

  it('that cannot be read says why, and is read again', async () => {
    screen = await openCatalogue('/segments', { refused: { 'segments.page': unreadable } })
    await screen.shows('The copy cannot be read')
    const before = screen.asked('segments.page').length
    await screen.press('Try again')
    await soon(() => expect(screen.asked('segments.page').length).toBeGreaterThan(before))
  })

  it('offers a new one by its button and from the palette', async () => {
    screen = await openCatalogue('/segments')
    await screen.shows('Crew')
    expect(offeredBy(screen)).toEqual(['New segment'])
    await screen.press('New segment')
    await soon(() => expect(location.hash).toBe('#/segments/new'))
  })

  it('offers a new one at one place, and nowhere while it does not know whether there are any', async () => {
    screen = await openCatalogue('/segments', { refused: { 'segments.page': unreadable } })
    await screen.shows('The copy cannot be read')
    expect(() => screen.button('New segment')).toThrow('No button')
    screen.close()
    screen = await openCatalogue('/segments', { segments: [] })
    await screen.shows('No segments yet')
    expect(screen.body.findAll('button').filter((each) => each.text() === 'New segment')).toHaveLength(1)
  })

  it('is shown offline, and makes nothing', async () => {
    screen = await openCatalogue('/segments?open=crew', { offline: true })
    await screen.shows('Who is aboard')
    expect(screen.button('New segment').disabled).toBe(true)
    expect(screen.button('Edit').disabled).toBe(true)
    expect(offeredBy(screen)).toEqual([])
  })
})

describe('a segment that is written', () => {
  const editor = '/segments/of/crew/edit'

  it('is made of people named one by one, and opens', async () => {
    screen = await openCatalogue('/segments/new')
    await screen.fill('Name', ' Pilots ')
    await screen.press('Name people one by one')
    await screen.press(/^Make the segment/)
    await soon(() =>
      expect(screen.asked('segments.create')).toEqual([
        { name: 'Pilots', description: '', trackMembership: false, condition: null },
      ]),
    )
    await soon(() => expect(location.hash).toBe('#/segments/of/made'))
  })

  it('is kept while it is not saved', async () => {
    screen = await openCatalogue(editor)
    await screen.press('Change the name')
    await screen.fill('Name', 'Crew of 2026')
    await soon(() =>
      expect(screen.asked('drafts.put')).toMatchObject([
        { kind: 'segment', of: 'crew', content: { basis: 'mine', form: { name: 'Crew of 2026' } } },
      ]),
    )
  })

  it('is refused where another person saved first, until a person says that mine goes over it', async () => {
    screen = await openCatalogue(editor, { conflict })
    await screen.press('Change the name')
    await screen.fill('Name', 'Crew of 2026')
    await screen.press(/^Save segment/)
    await screen.shows('It was changed meanwhile')
    expect(screen.asked('segments.update')).toMatchObject([
      { changes: { name: 'Crew of 2026' }, basis: 'mine' },
    ])
    await screen.press('Save mine over it')
    await soon(() => expect(screen.asked('segments.update').at(-1)).toMatchObject({ basis: null }))
    await soon(() => expect(location.hash).toBe('#/segments?open=crew'))
  })

  it('waits for a person while the service does not answer', async () => {
    screen = await openCatalogue(editor, { offline: true })
    await screen.press('Change the name')
    await screen.fill('Name', 'At sea')
    expect(screen.button(/^Save segment/).disabled).toBe(true)
  })
})
