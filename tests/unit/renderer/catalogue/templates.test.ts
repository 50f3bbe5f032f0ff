import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { then } from '../campaigns/review-samples'
import { conflict, offeredBy, openCatalogue, template, unreadable } from './catalogue-core'

let screen: Page
afterEach(() => screen.close())

describe('the list of templates', () => {
  it('says what each is for and how much uses it, and opens one', async () => {
    screen = await openCatalogue('/templates')
    await screen.shows('Your receipt')
    expect(screen.cells(0).slice(0, 4)).toEqual(['Receipt', 'Your receipt', 'Transactional', '2'])
    document.body.querySelector<HTMLElement>('[data-position="0"]')?.click()
    await soon(() => expect(location.hash).toBe('#/templates/receipt'))
  })

  it('is narrowed to names, and says where none matches', async () => {
    screen = await openCatalogue('/templates')
    await screen.shows('Your receipt')
    await screen.fill('Search templates', 'nothing like it')
    await screen.shows('No template matches')
    expect(screen.text()).toContain('None of 1 template is like that.')
    await screen.press('Remove the filters')
    await screen.shows('Your receipt')
  })

  it('marks in names what is searched for, as it is typed', async () => {
    screen = await openCatalogue('/templates')
    await screen.shows('Your receipt')
    await screen.fill('Search templates', 'REC')
    await soon(() => expect(screen.body.findAll('mark').map((mark) => mark.text())).toEqual(['Rec']))
  })

  it('that was never copied says so, and so does one that is empty', async () => {
    screen = await openCatalogue('/templates', { templates: [], asOf: null })
    await screen.shows('Templates were not copied yet')
    screen.close()
    screen = await openCatalogue('/templates', { templates: [] })
    await screen.shows('No templates yet')
  })

  it('that cannot be read says why, and is read again', async () => {
    screen = await openCatalogue('/templates', { refused: { 'templates.page': unreadable } })
    await screen.shows('The copy cannot be read')
    await screen.press('Try again')
    await soon(() => expect(screen.asked('templates.page')).toHaveLength(2))
  })

  it('offers a new one by its button, from the palette and by an address, and makes it', async () => {
    screen = await openCatalogue('/templates?new=1')
    await screen.shows('Only you see it.')
    await soon(() => expect(location.hash).toBe('#/templates'))
    expect(offeredBy(screen)).toEqual(['New template'])
    await screen.fill('Name', ' Lamp lit ')
    await screen.fill('Subject', 'The lamp is lit')
    expect(screen.button('Create the template').disabled).toBe(true)
    await screen.fill('Sender’s address', 'crew@harbour.example')
    await screen.press('Create the template')
    await soon(() =>
      expect(screen.asked('templates.create')).toMatchObject([
        {
          name: 'Lamp lit',
          subject: 'The lamp is lit',
          from: 'crew@harbour.example',
          type: 'TRANSACTIONAL',
        },
      ]),
    )
    await soon(() => expect(location.hash).toBe('#/templates/made'))
  })

  it('is shown offline, and makes nothing', async () => {
    screen = await openCatalogue('/templates', { offline: true })
    await screen.shows('Your receipt')
    expect(screen.text()).toContain('Offline since')
    expect(screen.button('New template').disabled).toBe(true)
    expect(offeredBy(screen)).toEqual([])
  })
})

describe('what is written of a template', () => {
  it('is kept, and saved with its note from what it began with', async () => {
    screen = await openCatalogue('/templates/receipt')
    await screen.fill('Note', 'When a card is charged')
    await screen.shows('Not saved. It is kept on this computer.')
    const changes = { description: 'When a card is charged' }
    await soon(() =>
      expect(screen.asked('drafts.put')).toEqual([
        { kind: 'template', of: 'receipt', content: { basis: 'mine', changes } },
      ]),
    )
    await screen.press('Save')
    await soon(() =>
      expect(screen.asked('templates.update')).toEqual([{ id: 'receipt', changes, basis: 'mine' }]),
    )
    await soon(() => expect(screen.text()).not.toContain('Not saved'))
    await soon(() => expect(screen.asked('drafts.remove')).toEqual([{ kind: 'template', of: 'receipt' }]))
  })

  it('is saved with Ctrl+S, and not without a subject', async () => {
    screen = await openCatalogue('/templates/receipt')
    const save = () =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }))
    await screen.fill('Subject', ' ')
    await screen.shows('It needs a subject.')
    save()
    expect(screen.button('Save').disabled).toBe(true)
    await screen.fill('Subject', 'Paid')
    save()
    await soon(() => expect(screen.asked('templates.update')).toHaveLength(1))
    expect(screen.asked('templates.update')).toMatchObject([{ changes: { subject: 'Paid' } }])
  })

  it('is taken up again, and given up', async () => {
    const draft = { basis: 'mine', changes: { subject: 'Written before' } }
    screen = await openCatalogue('/templates/receipt', { draft })
    await soon(() => expect(screen.field('Subject').value).toBe('Written before'))
    expect(screen.text()).toContain('This was written until')
    await screen.press('Discard')
    await soon(() => expect(screen.field('Subject').value).toBe('Your receipt'))
  })

  it('is shown beside what another person saved first, and goes over it without the rest', async () => {
    const theirs = template({ subject: 'Theirs', fromName: 'The crew', basis: 'theirs', updatedAt: then + 1 })
    screen = await openCatalogue('/templates/receipt', {
      theirs,
      conflict,
    })
    await screen.fill('Subject', 'Mine')
    await screen.press('Save')
    await screen.shows('Somebody else saved this template after you began to write.')
    const shown = [...document.body.querySelectorAll('[role="dialog"] pre')].map((one) => one.textContent)
    expect(shown).toEqual(['Mine', 'Theirs', '', 'The crew'])
    await screen.press('Save mine')
    await soon(() =>
      expect(screen.asked('templates.update').at(-1)).toEqual({
        id: 'receipt',
        changes: { subject: 'Mine' },
        basis: 'theirs',
      }),
    )
    await soon(() => expect(screen.text()).not.toContain('Not saved'))
  })

  it('waits for a person while the service does not answer', async () => {
    screen = await openCatalogue('/templates/receipt', { offline: true })
    await screen.fill('Subject', 'Written at sea')
    await screen.shows('Offline. Templates are changed when the service answers.')
    expect(screen.button('Save').disabled).toBe(true)
  })
})
