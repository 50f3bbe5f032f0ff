import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import type { MissedCampaign } from '../../../../src-shared/bridge/campaigns'
import type { MailsOfContact } from '../../../../src-shared/bridge/events'
import ContactMails from '../../../../src-renderer/features/contacts/mails/ContactMails.vue'

const then = new Date(2026, 9, 3, 12).getTime()
const missed = (why: MissedCampaign['why'], since: number | null = null): MissedCampaign => ({
  campaignId: why,
  title: `The ${why}`,
  at: then,
  why,
  since,
})
const got: MailsOfContact = {
  mails: [
    {
      campaignId: 'got',
      title: 'October notes',
      sentAt: then,
      deliveredAt: then,
      openedAt: null,
      clickedAt: null,
      failed: null,
    },
  ],
  campaigns: 3,
}
const RouterLink = { template: '<a><slot /></a>' }

function panel(of: MailsOfContact | null, why: MissedCampaign[] | null) {
  return mount(ContactMails, {
    props: { of, missed: why },
    global: { plugins: [createPinia()], stubs: { RouterLink } },
  })
}

it('says of how many campaigns somebody got some, those that were cancelled before among them', () => {
  expect(panel(got, null).text()).toContain('1 of 3 campaigns')
  const why = [missed('outside'), missed('noEvent'), missed('cancelled')]
  expect(panel(got, why).text()).toContain('1 of 4 campaigns')
})

it('tells of those that they did not get why, once somebody asks', async () => {
  const shown = panel(got, [
    missed('unsubscribed', then),
    missed('unsubscribed'),
    missed('notYet', then),
    missed('leftOut'),
    missed('outside'),
    missed('outsideNow'),
    missed('cancelled'),
    missed('noEvent'),
  ])
  expect(shown.text()).not.toContain('The outside')
  await shown.get('button').trigger('click')
  expect(shown.findAll('dd').map((each) => each.text())).toEqual([
    'Unsubscribed 3 Oct',
    'Unsubscribed',
    'Not a contact before 3 Oct',
    'Left out for their verdict',
    'Not in the audience',
    'Not in the audience now',
    'Cancelled before',
    'No event tells of a mail',
  ])
})

it('is told of somebody who got no mail at all, too', () => {
  const shown = panel({ mails: [], campaigns: 1 }, [missed('outside')])
  expect(shown.text()).toContain('No mail yet.')
  expect(shown.text()).toContain('0 of 1 campaign')
  expect(shown.text()).toContain('1 not received')
})
