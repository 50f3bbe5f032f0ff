import { describe, expect, it } from 'vitest'
import {
  emptyForm,
  givenValues,
  missingWords,
  mostRecipients,
  neededValues,
  outgoingOf,
  recipientsOf,
  type SendForm,
} from '../../../../src-renderer/features/mail/send/outgoing'
import { resultWords } from '../../../../src-renderer/features/mail/send/send-words'
import type { Mail } from '../../../../src-shared/bridge/review'
import type { SentMail } from '../../../../src-shared/bridge/send'

const mail: Mail = {
  subject: 'Berth {{number}}',
  body: "<p>Hello {{firstName ?? 'there'}}, {{data.number}} is yours. {{unsubscribeUrl}} {{email}}</p>",
  from: '',
  fromName: '',
  replyTo: '',
  type: 'TRANSACTIONAL',
}
const form = (more: Partial<SendForm>): SendForm => ({ ...emptyForm, ...more })
const own = form({
  to: 'ann@x.example',
  way: 'own',
  subject: 'Hello',
  body: '<p>Hi</p>',
  from: 'me@y.example',
})

describe('who gets it', () => {
  it('is parted by spaces, commas, semicolons and lines, each address once in any case', () => {
    const { emails, faults } = recipientsOf(' ann@x.example,bob@x.example;\nANN@x.example <eve@y.example>')
    expect(emails).toEqual(['ann@x.example', 'bob@x.example', 'eve@y.example'])
    expect(faults).toEqual([])
  })

  it('names what is no address, and why', () => {
    expect(recipientsOf('ann@x.example ann@').faults).toEqual([
      { text: 'ann@', fault: expect.stringContaining('@') },
    ])
  })
})

describe('the variables of a mail', () => {
  it('are those that can be given a value, each once, with its fallback', () => {
    expect(neededValues(mail, 'plain')).toEqual([
      { name: 'number', fallback: null },
      { name: 'firstName', fallback: 'there' },
    ])
  })

  it('are given what was typed for them, and nothing that belongs to another mail', () => {
    const values = { number: ' 12 ', firstName: '  ', port: 'Gdańsk' }
    expect(givenValues(form({ values }), neededValues(mail, 'plain'))).toEqual({ number: '12' })
  })
})

describe('what is sent', () => {
  const parts = { emails: ['ann@x.example'], needed: neededValues(mail, 'plain'), attachments: [] }

  it('names the template and leaves out what is empty', () => {
    const wanted = form({ templateId: 'tpl', subject: 'left from before', body: 'too', from: ' ' })
    expect(outgoingOf(wanted, parts)).toMatchObject({
      templateId: 'tpl',
      subject: null,
      body: null,
      from: null,
      replyTo: null,
      subscribed: null,
    })
  })

  it('says subject and body itself where it is an own text', () => {
    expect(outgoingOf({ ...own, templateId: 'tpl' }, parts)).toMatchObject({
      templateId: null,
      subject: 'Hello',
      body: '<p>Hi</p>',
      from: 'me@y.example',
    })
  })

  it('uses values for this mail alone, unless they are to be stored', () => {
    const wanted = form({ templateId: 'tpl', values: { number: '12' } })
    expect(outgoingOf(wanted, parts).data).toEqual({ number: { value: '12', persistent: false } })
    expect(outgoingOf({ ...wanted, keepValues: true }, parts).data).toEqual({ number: '12' })
  })
})

describe('what is missing', () => {
  const missing = (wanted: SendForm, of: Mail | null = mail) =>
    missingWords(wanted, recipientsOf(wanted.to), of)

  it('is nothing once it can be sent', () => {
    expect(missing(own)).toBe('')
    expect(missing(form({ to: 'ann@x.example', templateId: 'tpl' }))).toBe('')
  })

  it('is said one thing at a time', () => {
    expect(missing(form({}))).toBe('Say who gets it.')
    expect(missing({ ...own, to: 'ann' })).toBe('ann is no address.')
    expect(missing(form({ to: 'ann@x.example' }), null)).toBe('Choose a template.')
    expect(missing({ ...own, subject: ' ' })).toBe('Write a subject.')
    expect(missing({ ...own, body: '' })).toBe('Write the mail.')
    expect(missing({ ...own, from: '' })).toBe('Say who it is from.')
    expect(missing({ ...own, replyTo: 'nobody' })).toBe('Reply to is no address.')
  })

  it('is a campaign, for more people than one request after the other should go to', () => {
    const to = Array.from({ length: mostRecipients + 1 }, (_, index) => `p${index}@x.example`).join(' ')
    expect(missing({ ...own, to })).toContain('Use a campaign for more.')
  })
})

describe('what became of it', () => {
  const sent = (state: SentMail['state']): SentMail => ({
    id: 1,
    to: 'ann@x.example',
    subject: 'Hello',
    state,
    at: 0,
    emailId: null,
    contactId: null,
    problem: null,
  })

  it('counts what was taken, and says of how many nobody knows', () => {
    expect(resultWords([sent('sent')])).toBe('The service took the mail.')
    expect(resultWords([sent('sent'), sent('sent')])).toBe('The service took all 2 mails.')
    expect(resultWords([sent('sent'), sent('refused')])).toBe('The service took 1 of 2 mails.')
    expect(resultWords([sent('sent'), sent('unknown')])).toBe(
      'The service took 1 of 2 mails. Of 1 nobody knows: no answer came.',
    )
  })
})
