// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { mailTo, openSend } from './send-core'

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
const unknown = { state: 'unknown' } as const

describe('a mail that is written', () => {
  it('is shown with the values that it is given', async () => {
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

  it('to one is sent at the press of a button, and its draft is gone', async () => {
    page = await openSend({ draft })
    await soon(() => expect(page.button('Send…').disabled).toBe(false))
    await page.press('Send…')
    await soon(() => expect(page.text()).toContain('A mail that has left cannot be called back.'))
    await page.press('Send it')
    await soon(() => expect(page.text()).toContain('The service took the mail.'))
    expect(page.asked('send.send')).toMatchObject([
      { to: ['ann@x.example'], data: { firstName: { value: 'Ann', persistent: false } } },
    ])
    await soon(() => expect(page.asked('drafts.remove')).toHaveLength(1))
  })

  it('to several waits for their number to be typed', async () => {
    page = await openSend({ draft: { ...draft, to: 'ann@x.example bob@x.example' } })
    await soon(() => expect(page.button('Send to 2…').disabled).toBe(false))
    await page.press('Send to 2…')
    await soon(() => expect(page.button('Send to 2').disabled).toBe(true))
    expect(page.asked('send.send')).toEqual([])
    await page.confirm('2')
    await soon(() => expect(page.button('Send to 2').disabled).toBe(false))
    await page.press('Send to 2')
    await soon(() => expect(page.text()).toContain('The service took all 2 mails.'))
    await soon(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('that subscribes its reader waits for their address to be typed', async () => {
    page = await openSend({ draft: { ...draft, subscribed: 'yes' } })
    await soon(() => expect(page.button('Send…').disabled).toBe(false))
    await page.press('Send…')
    await page.shows('Subscribed, also whoever unsubscribed')
    expect(page.button('Send it').disabled).toBe(true)
    await page.confirm('ann@x.example')
    await soon(() => expect(page.button('Send it').disabled).toBe(false))
  })

  it('stays as it was written where nobody got it', async () => {
    const problem = {
      code: 'invalid_request',
      title: 'The service refused the data',
      why: 'The sender is not verified.',
      action: 'Correct it.',
      retryable: false,
    } as const
    page = await openSend({ draft, outcome: () => ({ state: 'refused', problem }) })
    await soon(() => expect(page.button('Send…').disabled).toBe(false))
    await page.press('Send…')
    await soon(() => page.button('Send it'))
    await page.press('Send it')
    await soon(() => expect(page.text()).toContain('The service took 0 of 1 mail.'))
    expect(page.text()).toContain('The sender is not verified.')
    await page.press('Write another')
    await soon(() => expect(page.body.get('textarea').element.value).toBe('ann@x.example'))
    expect(page.asked('drafts.remove')).toEqual([])
  })

  it('that cannot leave at all is refused in the dialog', async () => {
    const refusal = {
      code: 'offline',
      title: 'You are offline',
      why: 'Nothing was sent.',
      action: 'Try again.',
      retryable: true,
    } as const
    page = await openSend({ draft, refused: { 'send.send': refusal } })
    await soon(() => expect(page.button('Send…').disabled).toBe(false))
    await page.press('Send…')
    await soon(() => page.button('Send it'))
    await page.press('Send it')
    await soon(() =>
      expect(document.querySelector('[role=dialog]')?.textContent).toContain('Nothing was sent.'),
    )
  })
})

describe('a mail of which nobody knows what became', () => {
  beforeEach(async () => {
    page = await openSend({ sent: [mailTo(7, 'eve@x.example', unknown), mailTo(6, 'bob@x.example')] })
    await soon(() => page.button('Sent'))
    await page.press('Sent')
    await soon(() => expect(page.text()).toContain('Outcome unknown'))
    document.querySelector<HTMLElement>('[data-position="0"]')?.click()
    await soon(() => expect(page.text()).toContain('No answer came. It may have been sent.'))
  })

  it.each([
    ['Ask again', 'ask', 'Taken'],
    ['It arrived', 'sent', 'Taken'],
    ['It did not', 'notSent', 'Not sent'],
  ])('is settled by “%s”', async (button, how, word) => {
    await page.press(button)
    await soon(() => expect(page.text()).not.toContain('Outcome unknown'))
    expect(page.asked('send.settle')).toEqual([{ id: 7, how }])
    expect(document.querySelector('.side-panel')?.textContent).toContain(word)
  })
})
