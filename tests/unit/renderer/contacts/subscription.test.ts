import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, type Component } from 'vue'
import AddContactDialog from '../../../../src-renderer/features/contacts/AddContactDialog.vue'
import { ContactPanel } from '../../../../src-renderer/features/contacts'
import type { ContactDetail } from '../../../../src-shared/bridge/contacts'
import { soon } from '../../../fixtures/soon'
import { done } from '../fixtures/answers'
import { Page } from '../fixtures/page'

let page: Page
afterEach(() => page.close())

const anna: ContactDetail = {
  id: 'c1',
  email: 'anna@example.com',
  subscribed: true,
  createdAt: 0,
  updatedAt: 0,
  data: {},
  verdict: null,
  raw: {},
  eventCount: 0,
  syncedAt: 0,
  pending: [],
}

/** Something about a contact as the copy holds them; the service takes every change, or is `away`. */
async function open(root: Component, contact: ContactDetail, away = false): Promise<void> {
  let now = contact
  page = await Page.open({
    root,
    core: {
      contacts: {
        get: () => now,
        page: () => ({ rows: [now], count: 1, total: 1, revision: 1, tookMs: 1 }),
        create: () => ({ contact: now, isNew: false }),
        update: ({ changes }) => {
          if (away) return { outcome: 'queued', outboxId: 7 }
          now = { ...now, subscribed: changes.subscribed ?? now.subscribed }
          return { outcome: 'done', contact: now }
        },
      },
      outbox: { revoke: done },
    },
  })
}
const panel = defineComponent(() => () => h(ContactPanel, { id: 'c1' }))
const updates = () => page.asked('contacts.update')

describe('somebody who is subscribed', () => {
  it('is unsubscribed at once, and taken back without a question', async () => {
    await open(panel, anna)
    await page.press('Unsubscribe')
    await page.shows('anna@example.com is unsubscribed')
    expect(updates()).toEqual([{ id: 'c1', changes: { subscribed: false } }])
    await page.press('Undo')
    await soon(() => expect(updates()).toHaveLength(2))
    expect(updates().at(-1)).toEqual({ id: 'c1', changes: { subscribed: true } })
    await soon(() => page.button('Unsubscribe'))
  })

  it('is taken back before it left, where the service is away', async () => {
    await open(panel, anna, true)
    await page.press('Unsubscribe')
    await page.press('Undo')
    expect(await page.asks('outbox.revoke')).toEqual({ id: 7 })
    expect(updates()).toHaveLength(1)
  })
})

describe('somebody who is not', () => {
  it('is subscribed again only after why was said', async () => {
    await open(panel, { ...anna, subscribed: false })
    await page.press('Resubscribe…')
    await page.shows('Resubscribe anna@example.com?')
    expect(page.button('Resubscribe').disabled).toBe(true)
    await page.fill('Reason', ' asked by phone ')
    await page.press('Resubscribe')
    expect(await page.asks('contacts.update')).toEqual({
      id: 'c1',
      changes: { subscribed: true },
      reason: 'asked by phone',
    })
  })

  it('is not subscribed again by being added, unless why was said', async () => {
    await open(
      defineComponent(() => () => h(AddContactDialog)),
      { ...anna, subscribed: false },
    )
    await page.fill('Address', 'anna@example.com')
    await page.shows('give a reason, or clear the checkbox')
    expect(page.button('Update contact').disabled).toBe(true)
    await page.fill('Reason', 'asked by phone')
    await page.press('Update contact')
    expect(await page.asks('contacts.create')).toMatchObject({ subscribed: true, reason: 'asked by phone' })
  })
})
