import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import MailHead from '../../../../src-renderer/features/mail/compose/MailHead.vue'

/** The lines of a head: what each is called, and what it says. */
function lines(changes: Partial<InstanceType<typeof MailHead>['$props']> = {}): [string, string][] {
  const wrapper = mount(MailHead, {
    props: {
      from: 'Harbour Notes <notes@mail.harbournotes.app>',
      subject: 'Tide tables',
      preheader: '',
      replyTo: 'notes@mail.harbournotes.app',
      ...changes,
    },
  })
  return wrapper.findAll('dl > div').map((line) => [line.get('dt').text(), line.get('dd').text()])
}

const sender = ['From', 'Harbour Notes notes@mail.harbournotes.app']

describe('the head of a mail', () => {
  it('says who it is from and what it is about', () => {
    expect(lines()).toEqual([sender, ['Subject', 'Tide tables']])
  })

  it('shows the first words of the mail beneath the subject', () => {
    expect(lines({ preheader: 'High and low water for 4,200 ports.' })).toEqual([
      sender,
      ['Subject', 'Tide tables'],
      ['Preheader', 'High and low water for 4,200 ports.'],
    ])
  })

  it('says where an answer goes if not to the sender', () => {
    expect(lines({ replyTo: 'hello@harbournotes.app' }).at(-1)).toEqual([
      'Reply to',
      'hello@harbournotes.app',
    ])
    expect(lines({ replyTo: 'Notes@mail.harbournotes.app' })).toHaveLength(2)
  })

  it('says the address alone where the sender has no name', () => {
    const from = 'notes@mail.harbournotes.app'
    expect(lines({ from, replyTo: from })).toEqual([
      ['From', from],
      ['Subject', 'Tide tables'],
    ])
  })
})
