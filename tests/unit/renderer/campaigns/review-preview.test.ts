// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { createMemoryHistory, createRouter } from 'vue-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Mail, Persona, RenderAs } from '../../../../src-shared/bridge/review'
import { exposeReview, type Heard, type ReviewWishes } from './review-core'
import { soon } from '../../../fixtures/soon'
import { audience, mail } from './review-samples'

// Built once, so that no test waits for it.
beforeAll(async () => {
  await import('../../../../src-renderer/components/mail/MailPreview.vue')
}, 60_000)

let wrapper: VueWrapper
let heard: Heard

afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

/** A preview over a core of its own. */
async function begin(
  wishes: ReviewWishes = {},
  props: { personas?: readonly Persona[]; as?: RenderAs; mail?: Mail } = {},
): Promise<void> {
  vi.resetModules()
  heard = exposeReview(wishes)
  const { default: MailPreview } = await import('../../../../src-renderer/components/mail/MailPreview.vue')
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { render: () => null } }],
  })
  wrapper = mount(MailPreview, {
    attachTo: document.body,
    props: { mail, ...props },
    global: { plugins: [createPinia(), router] },
  })
}

const renderings = () =>
  heard.filter(({ name }) => name === 'review.render').map(({ input }) => input as Record<string, unknown>)
const button = (name: string) => {
  const found = wrapper
    .findAll('button')
    .find((one) => one.text() === name || one.attributes('aria-label')?.startsWith(name))
  if (!found) throw new Error(`No button ${name} in ${wrapper.text()}`)
  return found
}
const press = async (name: string) => {
  await button(name).trigger('click')
  await flushPromises()
}
const { personas } = audience()

describe('the preview of a mail', () => {
  it('shows it as the first of those who are offered, with sender and subject', async () => {
    await begin({}, { personas })
    await soon(() => expect(wrapper.text()).toContain('Tide tables are in your log now'))
    expect(renderings()[0]).toMatchObject({
      as: { kind: 'contact', id: 'zofia' },
      marks: true,
      images: false,
    })
    expect(wrapper.find('.mail-head').text()).toContain('Harbour Notes notes@mail.harbournotes.app')
  })

  it('shows it as it is written where nobody is offered', async () => {
    await begin()
    await soon(() => expect(renderings()).toHaveLength(1))
    expect(renderings()[0]).toMatchObject({ as: { kind: 'nobody' } })
  })

  it('keeps it in a frame that may do nothing', async () => {
    await begin()
    await soon(() => expect(wrapper.find('iframe').exists()).toBe(true))
    expect(wrapper.find('iframe').attributes('sandbox')).toBe('')
    expect(wrapper.find('iframe').attributes('title')).toBe('The mail as it is received')
  })

  it('shows it as any contact that a search finds', async () => {
    await begin({}, { personas })
    await soon(() => expect(wrapper.find('iframe').exists()).toBe(true))
    await press('Shown as')
    await wrapper.find('input[role="combobox"]').setValue('hana')
    await soon(() => expect(wrapper.find('[role="listbox"]').text()).toContain('hana.sato@docomo.ne.jp'))
    await wrapper.find('input[role="combobox"]').trigger('keydown', { key: 'Enter' })
    await soon(() => expect(renderings().at(-1)).toMatchObject({ as: { kind: 'contact', id: 'p1' } }))
    expect(wrapper.emitted('whom')?.at(-1)).toMatchObject([{ as: { kind: 'contact', id: 'p1' } }])
  })

  it('says whom the search did not find', async () => {
    await begin({}, { personas })
    await press('Shown as')
    await wrapper.find('input[role="combobox"]').setValue('nobody at all')
    await soon(() => expect(wrapper.text()).toContain('No contact matches.'))
  })

  it('offers no choice where it is rendered with values', async () => {
    const as: RenderAs = { kind: 'values', email: 'a@b.c', data: { firstName: 'Ana' } }
    await begin({}, { as })
    await soon(() => expect(renderings()[0]).toMatchObject({ as }))
    expect(wrapper.text()).not.toContain('Any contact')
  })

  it('loads images only where a person says so, and of another address only if asked again', async () => {
    const body = '<img src="https://cdn.harbournotes.app/a.png">'
    await begin({}, { mail: { ...mail, body } })
    await soon(() => expect(wrapper.text()).toContain('1 image not loaded'))
    await press('Load it')
    await soon(() => expect(renderings().at(-1)).toMatchObject({ images: true }))
    await soon(() => expect(wrapper.text()).not.toContain('not loaded'))
    await wrapper.setProps({ mail: { ...mail, body: `${body}<img src="https://elsewhere.test/b.png">` } })
    await soon(() => expect(renderings().at(-1)).toMatchObject({ images: false }))
  })

  it('is rendered once for what is typed in one go', async () => {
    await begin()
    await soon(() => expect(renderings()).toHaveLength(1))
    for (const subject of ['T', 'Ti', 'Tid']) await wrapper.setProps({ mail: { ...mail, subject } })
    await soon(() => expect(renderings()).toHaveLength(2))
    expect(renderings().at(-1)).toMatchObject({ mail: { subject: 'Tid' } })
    await soon(() => expect(wrapper.find('.mail-head').text()).toContain('Tid'))
  })

  it('shows the text and the dark form', async () => {
    await begin()
    await soon(() => expect(wrapper.find('iframe').exists()).toBe(true))
    await press('Text')
    expect(wrapper.find('pre').text()).toBe('Hello Zofia')
    await press('Dark')
    await soon(() => expect(renderings().at(-1)).toMatchObject({ dark: true }))
  })

  it('says in dark that a mail has no dark rules of its own', async () => {
    await begin()
    await soon(() => expect(wrapper.find('iframe').exists()).toBe(true))
    expect(wrapper.text()).not.toContain('has no dark rules')
    await press('Dark')
    await soon(() =>
      expect(wrapper.text()).toContain(
        'This mail has no dark rules. Some programs invert its colours, as shown.',
      ),
    )
  })

  it('says nothing of that where it has', async () => {
    await begin({ render: () => ({ ownDark: true }) })
    await soon(() => expect(wrapper.find('iframe').exists()).toBe(true))
    await press('Dark')
    await soon(() => expect(renderings().at(-1)).toMatchObject({ dark: true }))
    expect(wrapper.text()).not.toContain('has no dark rules')
  })

  it('says why it cannot be rendered', async () => {
    await begin({ refused: ['review.render'] })
    await soon(() => expect(wrapper.text()).toContain('The campaign is another by now'))
    await press('Try again')
    await soon(() => expect(renderings()).toHaveLength(2))
  })
})
