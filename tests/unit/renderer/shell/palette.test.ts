import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowRef, type Component } from 'vue'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import CommandPalette from '../../../../src-renderer/shell/palette/CommandPalette.vue'
import { useDialogsStore } from '../../../../src-renderer/stores/dialogs'
import { offerToPalette } from '../../../../src-renderer/stores/page-actions'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { shellAnswers } from './core'

let page: Page
let router: Router
/** A screen beneath the palette. */
const offering = shallowRef<Component | null>(null)
const WithPalette = defineComponent(() => () => [
  h(CommandPalette),
  offering.value ? h(offering.value) : null,
])

beforeEach(async () => {
  const names = ['overview', 'contacts', 'events', 'activity', 'settings', 'welcome']
  router = createRouter({
    history: createMemoryHistory(),
    routes: names.map((name) => ({ name, path: `/${name}`, component: { render: () => null } })),
  })
  offering.value = null
  page = await Page.open({ core: shellAnswers, router, path: '/overview', root: WithPalette })
  page.of(useDialogsStore).palette = true
  await nextTick()
  await nextTick()
})
afterEach(() => page.close())

function field(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('[role="combobox"]')
  if (!found) throw new Error('the palette is closed')
  return found
}

async function type(text: string): Promise<void> {
  field().value = text
  field().dispatchEvent(new Event('input'))
  await nextTick()
}

async function press(key: string): Promise<void> {
  field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await nextTick()
}

const options = () => [...document.querySelectorAll('[role="option"]')]
const marks = () => [...document.querySelectorAll('[role="option"] mark')].map((mark) => mark.textContent)
const words = () => options().map((option) => option.querySelector('.label')?.textContent ?? '')

describe('the command palette', () => {
  it('has the focus in its field, which points at the line that Enter takes', () => {
    expect(document.activeElement).toBe(field())
    const pointed = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
    expect(pointed?.getAttribute('aria-selected')).toBe('true')
    expect(pointed?.textContent).toContain('Sync now')
  })

  it('goes round with the arrows', async () => {
    await press('ArrowUp')
    expect(options().at(-1)?.getAttribute('aria-selected')).toBe('true')
    await press('ArrowDown')
    expect(options().at(0)?.getAttribute('aria-selected')).toBe('true')
  })

  it('opens a screen by Enter and closes', async () => {
    await type('events')
    await press('Enter')
    await soon(() => expect(router.currentRoute.value.name).toBe('events'))
    expect(page.of(useDialogsStore).palette).toBe(false)
  })

  it('lists only actions after >', async () => {
    await type('>')
    expect(words()).toContain('Sync now')
    expect(words()).not.toContain('Overview')
  })

  it('finds contacts, marks the match, and leads to all of them', async () => {
    await type('nov')
    await soon(() => expect(words()).toContain('Anna Nováková'))
    expect(marks()[0]).toBe('Nov')
    await press('ArrowDown')
    expect(words()[1]).toBe('All 214 contacts with “nov”')
    await press('Enter')
    await soon(() => expect(router.currentRoute.value.query).toEqual({ search: 'nov' }))
  })

  it('says where else a contact was found, in the place of the address', async () => {
    await type('gdansk')
    await soon(() => expect(words()).toContain('Anna Nováková'))
    const said = (options()[0]?.textContent ?? '').replace(/\s+/g, ' ')
    expect(said).toContain('vessel.port Gdańsk')
    expect(said).toContain('and in 1 more field')
    expect(said).not.toContain('seznam.cz')
    expect(marks()).toEqual(['Gdańsk'])
  })

  it('shows more actions of a contact by Tab, and comes back by Esc', async () => {
    await type('nov')
    await soon(() => expect(words()).toContain('Anna Nováková'))
    await press('Tab')
    expect(words()).toEqual(['Open', 'Show the events', 'Copy the address', 'Copy the id'])
    await press('Escape')
    expect(words()).toContain('Anna Nováková')
    expect(page.of(useDialogsStore).palette).toBe(true)
  })

  it('offers what the screen that is shown can do, for as long as it is shown', async () => {
    const run = vi.fn()
    offering.value = defineComponent(() => {
      offerToPalette(() => [{ id: 'delete', label: 'Delete 3 selected contacts', run }])
      return () => null
    })
    await nextTick()
    await type('selected')
    expect(words()).toEqual(['Delete 3 selected contacts'])
    await press('Enter')
    await soon(() => expect(run).toHaveBeenCalledOnce())
    offering.value = null
    page.of(useDialogsStore).palette = true
    await nextTick()
    await nextTick()
    await type('selected')
    expect(words()).toEqual([])
  })
})
