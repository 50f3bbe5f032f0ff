import { afterEach, describe, expect, it } from 'vitest'
import { h, nextTick, shallowReactive } from 'vue'
import MailPreview from '../../../../src-renderer/features/mail/compose/MailPreview.vue'
import type { Mail, Persona, RenderAs } from '../../../../src-shared/bridge/review'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openReview, refusal, type ReviewWishes } from './review-core'
import { audience, mail } from './review-samples'

/** What a preview is given. */
interface Given {
  mail: Mail
  personas?: readonly Persona[]
  as?: RenderAs
}

let page: Page
let given: Given
/** As whom it was shown, as the preview told. */
let whom: unknown[]
afterEach(() => page.close())

/** A preview over a core of its own. */
async function begin(wishes: ReviewWishes = {}, props: Partial<Given> = {}): Promise<void> {
  given = shallowReactive({ mail, ...props })
  whom = []
  const onWhom = (told: unknown) => whom.push(told)
  page = await openReview(wishes, '', { setup: () => () => h(MailPreview, { ...given, onWhom }) })
}

/** Gives it something else. */
async function show(changes: Partial<Given>): Promise<void> {
  Object.assign(given, changes)
  await nextTick()
}

const renderings = () => page.asked('review.render')
const { personas } = audience()

describe('the preview of a mail', () => {
  it('shows it as the first of those who are offered, with sender and subject', async () => {
    await begin({}, { personas })
    await soon(() => expect(page.text()).toContain('Tide tables are in your log now'))
    expect(renderings()[0]).toMatchObject({
      as: { kind: 'contact', id: 'zofia' },
      marks: true,
      images: false,
    })
    expect(page.body.find('.mail-head').text()).toContain('Harbour Notes notes@mail.harbournotes.app')
  })

  it('shows it as it is written where nobody is offered', async () => {
    await begin()
    await soon(() => expect(renderings()).toHaveLength(1))
    expect(renderings()[0]).toMatchObject({ as: { kind: 'nobody' } })
  })

  it('keeps it in a frame that may do nothing', async () => {
    await begin()
    await soon(() => expect(page.body.find('iframe').exists()).toBe(true))
    expect(page.body.find('iframe').attributes('sandbox')).toBe('')
    expect(page.body.find('iframe').attributes('title')).toBe('The mail as it arrives')
  })

  it('shows it as any contact that a search finds', async () => {
    await begin({}, { personas })
    await soon(() => expect(page.body.find('iframe').exists()).toBe(true))
    await page.press(/^Shown as/)
    await page.body.find('input[role="combobox"]').setValue('hana')
    await soon(() => expect(page.body.find('[role="listbox"]').text()).toContain('hana.sato@docomo.ne.jp'))
    await page.body.find('input[role="combobox"]').trigger('keydown', { key: 'Enter' })
    await soon(() => expect(renderings().at(-1)).toMatchObject({ as: { kind: 'contact', id: 'p1' } }))
    expect(whom.at(-1)).toMatchObject({ as: { kind: 'contact', id: 'p1' } })
  })

  it('says whom the search did not find', async () => {
    await begin({}, { personas })
    await page.press(/^Shown as/)
    await page.body.find('input[role="combobox"]').setValue('nobody at all')
    await soon(() => expect(page.text()).toContain('No contact matches.'))
  })

  it('offers no choice where it is rendered with values', async () => {
    const as: RenderAs = { kind: 'values', email: 'a@b.c', data: { firstName: 'Ana' } }
    await begin({}, { as })
    await soon(() => expect(renderings()[0]).toMatchObject({ as }))
    expect(page.text()).not.toContain('Any contact')
  })

  it('loads images only where a person says so, and of another address only if asked again', async () => {
    const body = '<img src="https://cdn.harbournotes.app/a.png">'
    await begin({}, { mail: { ...mail, body } })
    await soon(() => expect(page.text()).toContain('1 image not loaded'))
    await page.press('Load it')
    await soon(() => expect(renderings().at(-1)).toMatchObject({ images: true }))
    await soon(() => expect(page.text()).not.toContain('not loaded'))
    await show({ mail: { ...mail, body: `${body}<img src="https://elsewhere.test/b.png">` } })
    await soon(() => expect(renderings().at(-1)).toMatchObject({ images: false }))
  })

  it('is rendered once for what is typed in one go', async () => {
    await begin()
    await soon(() => expect(renderings()).toHaveLength(1))
    for (const subject of ['T', 'Ti', 'Tid']) await show({ mail: { ...mail, subject } })
    await soon(() => expect(renderings()).toHaveLength(2))
    expect(renderings().at(-1)).toMatchObject({ mail: { subject: 'Tid' } })
    await soon(() => expect(page.body.find('.mail-head').text()).toContain('Tid'))
  })

  it('shows the text and the dark form', async () => {
    await begin()
    await soon(() => expect(page.body.find('iframe').exists()).toBe(true))
    await page.press('Text')
    expect(page.body.find('pre').text()).toBe('Hello Zofia')
    await page.press('Dark')
    expect(page.body.findAll('iframe')).toHaveLength(0)
  })

  it('shows in dark both ways that programs have, and how a phone lists it', async () => {
    const faint = { words: 'Small print', ratio: 1.42, ink: '#1d3a54', ground: '#1b1f24', line: 12 }
    await begin({
      render: ({ dark }) => ({ preheader: 'High and low water', faint: dark === 'turned' ? faint : null }),
    })
    await soon(() => expect(page.body.find('iframe').exists()).toBe(true))
    await page.press('Dark')
    await soon(() => expect(page.body.findAll('iframe')).toHaveLength(2))
    for (const dark of [false, 'kept', 'turned'])
      expect(renderings()).toContainEqual(expect.objectContaining({ dark }))
    expect(page.text()).toContain('This mail has no dark rules: its colours stay as they are.')
    expect(page.text()).toContain('“Small print” is hard to read: #1d3a54 on #1b1f24 is 1.4 : 1, line 12.')
    expect(page.text()).toContain('Subject 31, preheader 18 characters')
    expect(page.body.find('s').text()).toBe('og now')
    for (const frame of page.body.findAll('iframe')) expect(frame.attributes('sandbox')).toBe('')
  })

  it('says of dark colours of its own that they can be read', async () => {
    await begin({ render: () => ({ ownDark: true }) })
    await soon(() => expect(page.body.find('iframe').exists()).toBe(true))
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }))
    await soon(() => expect(page.text()).toContain('Everything stays 4.5 : 1 or more.'))
    expect(page.text()).not.toContain('has no dark rules')
  })

  it('says why it cannot be rendered', async () => {
    await begin({ refused: { 'review.render': refusal } })
    await soon(() => expect(page.text()).toContain('The campaign has changed'))
    await page.press('Try again')
    await soon(() => expect(renderings()).toHaveLength(2))
  })
})
