import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import MailImages from '../../../../src-renderer/features/mail/compose/MailImages.vue'

const bar = (count: number, state: 'closed' | 'asking' | 'asked') =>
  mount(MailImages, { props: { count, state } })

describe('what is said of images that a mail lacks', () => {
  it('is, before they are asked for, what asking tells and a way to ask', async () => {
    const one = bar(1, 'closed')
    expect(one.text()).toContain('1 image not loaded. Loading it tells its server that you looked.')
    await one.find('button').trigger('click')
    expect(one.emitted('load')).toHaveLength(1)
    expect(bar(2, 'closed').text()).toContain('2 images not loaded. Loading them tells their servers')
  })

  it('is that they are on their way', () => {
    expect(bar(2, 'asking').text()).toBe('Loading 2 images.')
  })

  it('is, once they were asked for, how many could not be loaded and a way to try again', async () => {
    const one = bar(1, 'asked')
    expect(one.text()).toContain('1 image could not be loaded. A box stands in its place.')
    await one.find('button').trigger('click')
    expect(one.emitted('again')).toHaveLength(1)
    expect(bar(3, 'asked').text()).toContain('3 images could not be loaded. A box stands in their places.')
  })
})
