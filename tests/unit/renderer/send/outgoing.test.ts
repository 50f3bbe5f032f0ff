import { describe, expect, it } from 'vitest'
import {
  emptyForm,
  givenValues,
  headersOf,
  missingWords,
  mostRecipients,
  neededValues,
  outgoingOf,
  recipientsOf,
  serviceValues,
  type SendForm,
} from '../../../../src-renderer/features/mail/send/outgoing'
import { holdWords } from '../../../../src-renderer/features/mail/send/send-words'
import { subjectPieces } from '../../../../src-renderer/features/mail/compose/subject-pieces'
import {
  filledOf,
  missingOf,
  shownValues,
  type MailPerson,
} from '../../../../src-renderer/features/mail/send/values'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import type { Mail } from '../../../../src-shared/bridge/review'
import type { MailHold } from '../../../../src-shared/bridge/send'

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
    expect(givenValues(form({ values }), neededValues(mail, 'plain'), 'ann@x.example')).toEqual({
      number: '12',
    })
  })
})

describe('what is sent', () => {
  const needed = neededValues(mail, 'plain')
  const parts = { emails: ['ann@x.example'], needed, attachments: [], people: new Map() }

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
    expect(outgoingOf({ ...wanted, kept: ['number'] }, parts).data).toEqual({ number: '12' })
  })
})

describe('values of one person alone', () => {
  const needed = neededValues(mail, 'plain')
  const wanted = form({
    templateId: 'tpl',
    values: { number: '12' },
    own: { 'ann@x.example': { number: '7' } },
  })

  it('win over those of all', () => {
    expect(givenValues(wanted, needed, 'Ann@x.example')).toEqual({ number: '7' })
    expect(givenValues(wanted, needed, 'bob@x.example')).toEqual({ number: '12' })
  })

  it('are sent to that person alone', () => {
    const emails = ['Ann@x.example', 'bob@x.example']
    const { data, people } = outgoingOf(wanted, { emails, needed, attachments: [], people: new Map() })
    expect(data).toEqual({ number: { value: '12', persistent: false } })
    expect(people['ann@x.example']?.data).toEqual({ number: { value: '7', persistent: false } })
    expect(people['bob@x.example']?.data).toEqual({})
  })
})

describe('where a value comes from', () => {
  const of = { needed: neededValues(mail, 'plain'), service: serviceValues(mail, 'plain') }
  const contact = (data: Record<string, unknown>): ContactRow => ({
    id: 'c1',
    email: 'ann@x.example',
    subscribed: true,
    createdAt: null,
    updatedAt: null,
    data,
    verdict: null,
  })
  const origins = (wanted: SendForm, who: ContactRow | null) =>
    shownValues(wanted, of, { email: 'ann@x.example', contact: who }).map(
      ({ name, from }) => `${name} ${from}`,
    )

  it('is the contact, else the fallback, else nothing; some are the service’s own', () => {
    expect(origins(form({}), contact({ number: 12 }))).toEqual([
      'number contact',
      'firstName fallback',
      'email service',
      'unsubscribeUrl service',
    ])
    expect(origins(form({}), null)[0]).toBe('number missing')
  })

  it('is the person who typed it, whatever the contact has', () => {
    expect(origins(form({ values: { number: '7' } }), contact({ number: 12 }))[0]).toBe('number typed')
  })

  it('is told of all for whom there is none', () => {
    const person = (key: string, data: Record<string, unknown>): MailPerson => {
      const values = shownValues(form({}), of, { email: key, contact: contact(data) })
      return { email: key, key, name: null, contact: null, values, filled: filledOf(values) }
    }
    const people = [person('ann@x.example', {}), person('bob@x.example', { number: 1 })]
    expect(missingOf(people)).toEqual([{ name: 'number', count: 1 }])
    expect(people[0]?.filled).toEqual({ of: 4, filled: 2, fellBack: 1 })
  })
})

describe('header lines', () => {
  it('are read a line each', () => {
    expect(headersOf('X-Reference: 2041\n\nX-Port:  Gdańsk ')).toEqual({
      headers: { 'X-Reference': '2041', 'X-Port': 'Gdańsk' },
      fault: null,
    })
  })

  it.each(['Subject: Other', 'no colon', 'From: eve@x.example'])(
    'are refused where the service writes them: %s',
    (line) => {
      expect(headersOf(line).fault).toContain(line)
      expect(missingWords({ ...own, headers: line }, recipientsOf(own.to), mail)).toContain(line)
    },
  )
})

describe('a subject as somebody sees it', () => {
  it('is parted where values stand', () => {
    const values = [{ name: 'number', text: 'B 14', from: 'typed' }]
    expect(subjectPieces('Berth {{number}} is yours', 'plain', values)).toEqual([
      { text: 'Berth ', name: null, isMissing: false },
      { text: 'B 14', name: 'number', isMissing: false },
      { text: ' is yours', name: null, isMissing: false },
    ])
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
    expect(missing(form({}))).toBe('Add a recipient.')
    expect(missing({ ...own, to: 'ann' })).toBe('ann is not an address.')
    expect(missing(form({ to: 'ann@x.example' }), null)).toBe('Choose a template.')
    expect(missing({ ...own, subject: ' ' })).toBe('Write a subject.')
    expect(missing({ ...own, body: '' })).toBe('Write the mail.')
    expect(missing({ ...own, from: '' })).toBe('Add a sender.')
    expect(missing({ ...own, replyTo: 'nobody' })).toBe('Reply to is not an address.')
  })

  it('is a campaign, for more people than one request after the other should go to', () => {
    const to = Array.from({ length: mostRecipients + 1 }, (_, index) => `p${index}@x.example`).join(' ')
    expect(missing({ ...own, to })).toContain('Use a campaign for more.')
  })
})

describe('what became of it', () => {
  const hold = (more: Partial<MailHold>): MailHold => ({
    id: 'h',
    subject: 'Your papers',
    first: 'Ann',
    people: 1,
    state: 'held',
    seconds: 30,
    leavesAt: 0,
    taken: 0,
    unanswered: 0,
    problem: null,
    ...more,
  })

  it('is said of one by name, of several by their number', () => {
    expect(holdWords(hold({})).title).toBe('Held: “Your papers” to Ann')
    expect(holdWords(hold({ people: 3 })).title).toBe('Held: “Your papers” to 3 people')
  })

  it('counts what was taken, and says of how many nobody knows', () => {
    expect(holdWords(hold({ state: 'sent', taken: 1 }))).toEqual({
      title: 'Sent: “Your papers” to Ann',
      text: 'The service has it.',
    })
    expect(holdWords(hold({ state: 'unknown', people: 2, taken: 1, unanswered: 1 })).text).toBe(
      'The service took 1 of 2. For 1 mail no answer came. It may have been sent: settle it in Sent.',
    )
  })
})
