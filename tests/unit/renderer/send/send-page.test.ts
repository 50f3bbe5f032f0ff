import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { heldMail, mailTo, openSend } from './send-core'

let page: Page
afterEach(() => page.close())

/** An own text that can be sent as it is. */
const draft = {
  to: 'ann@x.example',
  way: 'own',
  templateId: '',
  subject: 'Your papers',
  body: '<p>Hello {{firstName}}</p>',
  from: 'notes@harbour.example',
  fromName: '',
  replyTo: '',
  values: { firstName: 'Ann' },
  keepValues: false,
  subscribed: 'keep',
}
const two = { ...draft, to: 'ann@x.example, bob@x.example', values: {} }
const contacts = { 'ann@x.example': { firstName: 'Ann', lastName: 'Lee' }, 'bob@x.example': {} }
const ready = (name: string) => soon(() => expect(page.button(name).disabled).toBe(false))

describe('a mail that is written', () => {
  it('is shown with the values that it is given, taken from a draft of an earlier version', async () => {
    page = await openSend({ draft })
    await soon(() =>
      expect(page.asked('review.render').at(-1)).toMatchObject({
        mail: { subject: 'Your papers' },
        as: { kind: 'values', email: 'ann@x.example', data: { firstName: 'Ann' } },
      }),
    )
  })

  it('from below a verified domain says that this covers it', async () => {
    page = await openSend({ draft: { ...draft, from: 'notes@mail.harbour.example' } })
    await soon(() => expect(page.text()).toContain('harbour.example is verified and covers it.'))
  })

  it('says who becomes a contact, and who is one by name', async () => {
    page = await openSend({ draft: { ...two, to: 'ann@x.example lan@x.example' }, contacts })
    await page.shows('2 mails, one each. lan@x.example becomes a contact, not subscribed.')
    const chips = page.body.findAll('.recipients .chip').map((chip) => chip.text())
    expect(chips).toEqual(['Ann Lee', 'lan@x.exampleNew'])
  })

  it('names what is empty for some, and goes all the same', async () => {
    page = await openSend({ draft: two, contacts })
    await page.shows('firstName is empty for 1 of 2')
    await ready('Send to 2…')
    await page.press('Send to 2…')
    await page.shows('firstName for 1 of 2')
  })

  it('does not go where what is empty is empty for all', async () => {
    page = await openSend({ draft: { ...two, to: 'lan@x.example' } })
    await page.shows('firstName is empty for this person')
    expect(page.button('Send').disabled).toBe(true)
  })

  it('says that the same template went to somebody within a day', async () => {
    const lately = [
      {
        email: 'ann@x.example',
        title: 'Papers',
        at: Date.now(),
        id: 3,
        state: 'sent',
        templateId: 'tpl',
      } as const,
    ]
    page = await openSend({ draft: { ...draft, way: 'template', templateId: 'tpl' }, contacts, lately })
    await page.shows('Ann Lee got this template within the last 24 hours.')
  })

  it('has its request closed until it is wanted', async () => {
    page = await openSend({ draft, contacts })
    await page.shows('1 request, idempotency keys, header lines')
    expect(page.asked('send.request')).toEqual([])
    await page.press(/^Details/)
    await page.shows('Idempotency-Key: made as it leaves')
  })
})

describe('recipients', () => {
  const field = () => page.body.get<HTMLInputElement>('.recipients input')

  it('are found by name and taken with Enter', async () => {
    page = await openSend({ contacts })
    await field().trigger('focus')
    await field().setValue('ann')
    await page.shows('Ann Lee')
    await field().trigger('keydown', { key: 'Enter' })
    await soon(() => expect(page.body.findAll('.recipients .chip')).toHaveLength(1))
    await soon(() => expect(page.body.get('.recipients .chip').text()).toContain('Ann Lee'))
  })

  it('are taken back one by one with Backspace', async () => {
    page = await openSend({ draft: two, contacts })
    await soon(() => expect(page.body.findAll('.recipients .chip')).toHaveLength(2))
    await field().trigger('keydown', { key: 'Backspace' })
    await soon(() => expect(page.body.get('.recipients').text()).toBe('Ann Lee'))
  })

  it('are said to be none where they are no addresses', async () => {
    page = await openSend()
    await field().setValue('nobody')
    await field().trigger('keydown', { key: ',' })
    await page.shows('nobody: It has no @.')
  })
})

describe('values', () => {
  it('are typed for the person who is shown, or for all', async () => {
    page = await openSend({ draft: { ...two, to: 'bob@x.example, lan@x.example' } })
    await page.fill('firstName', 'Bob')
    await soon(() =>
      expect(page.asked('review.render').at(-1)).toMatchObject({ as: { data: { firstName: 'Bob' } } }),
    )
    await page.shows('firstName is empty for 1 of 2')
    page.body
      .findAll<HTMLInputElement>('input[type="radio"]')
      .at(-1)
      ?.element.dispatchEvent(new Event('change'))
    await soon(() => expect(page.text()).not.toContain('is empty for'))
  })

  it('are those of the next person with ]', async () => {
    page = await openSend({ draft: two, contacts })
    await page.shows('1 of 1 for Ann Lee')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: ']' }))
    await page.shows('0 of 1 for bob@x.example')
  })
})

describe('sending', () => {
  it('to one is held at the press of a button, and nothing can be changed meanwhile', async () => {
    page = await openSend({ draft, contacts })
    await ready('Send')
    await page.press('Send')
    expect(page.asked('send.hold')).toMatchObject([
      { to: ['ann@x.example'], data: { firstName: { value: 'Ann', persistent: false } } },
    ])
    page.tell({ topic: 'mailHolds', state: { holds: [heldMail()] } })
    await page.shows('Held: “Your papers” to ann@x.example')
    expect(page.button('Send').disabled).toBe(true)
    expect(page.body.get('section[aria-label="The mail"]').attributes('inert')).toBeDefined()
    await page.press('Undo')
    expect(page.asked('send.undo')).toEqual([{ id: 'hold-1' }])
  })

  it('empties the draft only once the service answered', async () => {
    page = await openSend({ draft, contacts })
    await ready('Send')
    page.tell({ topic: 'mailHolds', state: { holds: [heldMail({ state: 'leaving' })] } })
    await page.shows('It cannot be called back any more.')
    expect(page.body.findAll('.recipients .chip')).toHaveLength(1)
    page.tell({ topic: 'mailHolds', state: { holds: [heldMail({ state: 'sent', taken: 1 })] } })
    await soon(() => expect(page.body.findAll('.recipients .chip')).toHaveLength(0))
  })

  it('leaves what was written as it is where nobody got it', async () => {
    page = await openSend({ draft, contacts })
    await ready('Send')
    page.tell({ topic: 'mailHolds', state: { holds: [heldMail({ state: 'leaving' })] } })
    const problem = {
      code: 'invalid_request',
      title: 'The service refused the data',
      why: 'The sender is not verified.',
      action: 'Correct it.',
      retryable: false,
    } as const
    page.tell({ topic: 'mailHolds', state: { holds: [heldMail({ state: 'refused', problem })] } })
    await page.shows('The sender is not verified.')
    expect(page.body.findAll('.recipients .chip')).toHaveLength(1)
    expect(page.asked('drafts.remove')).toEqual([])
  })

  it('to several waits for their number to be typed', async () => {
    page = await openSend({ draft: { ...two, values: { firstName: 'x' } }, contacts })
    await ready('Send to 2…')
    await page.press('Send to 2…')
    await soon(() => expect(page.button('Send to 2').disabled).toBe(true))
    expect(page.asked('send.hold')).toEqual([])
    await page.confirm('2')
    await ready('Send to 2')
    await page.press('Send to 2')
    await soon(() => expect(page.asked('send.hold')).toHaveLength(1))
    await soon(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('that subscribes its reader waits for their address to be typed', async () => {
    page = await openSend({ draft: { ...draft, subscribed: 'yes' }, contacts })
    await ready('Send')
    await page.press('Send')
    await page.shows('All subscribed, also whoever unsubscribed')
    expect(page.button('Send to 1').disabled).toBe(true)
    await page.confirm('ann@x.example')
    await ready('Send to 1')
  })

  it('says why it cannot be held', async () => {
    const refusal = {
      code: 'offline',
      title: 'You are offline',
      why: 'Nothing was sent.',
      action: 'Try again.',
      retryable: true,
    } as const
    page = await openSend({ draft, contacts, refused: { 'send.hold': refusal } })
    await ready('Send')
    await page.press('Send')
    await page.shows('Nothing was sent.')
  })
})

describe('a mail of which nobody knows what became', () => {
  const unknown = { state: 'unknown', at: Date.now(), kept: true } as const

  async function openUnknown(changes = {}): Promise<void> {
    const sent = [mailTo(7, 'eve@x.example', { ...unknown, ...changes }), mailTo(6, 'bob@x.example')]
    page = await openSend({ sent })
    await soon(() => page.button(/^Sent/))
    await page.press(/^Sent/)
    await page.shows('2 mails, 1 without an answer')
    document.querySelector<HTMLElement>('[data-position="0"]')?.click()
    await page.shows('It may have been sent.')
  }

  describe('within 23 hours', () => {
    beforeEach(() => openUnknown())

    it.each([
      ['Ask the service', 'ask', 'Sent'],
      ['It was sent', 'sent', 'Sent'],
      ['It was not', 'notSent', 'Refused'],
    ])('is settled by “%s”', async (button, how, word) => {
      await page.press(button)
      await soon(() => expect(page.text()).not.toContain('without an answer'))
      expect(page.asked('send.settle')).toEqual([{ id: 7, how }])
      await soon(() => expect(page.cells(0)).toContain(word))
    })
  })

  it('cannot be asked about after 23 hours', async () => {
    await openUnknown({ at: Date.now() - 24 * 3_600_000 })
    expect(page.text()).toContain('after 23 asking could send the mail twice')
    expect(() => page.button('Ask the service')).toThrow()
    expect(page.button('It was sent').disabled).toBe(false)
  })

  it('says what it was made of', async () => {
    await openUnknown()
    expect(page.text()).toContain('4 of 8, 3 fell back')
    expect(page.text()).toContain('2 files, 412 kB')
  })
})
