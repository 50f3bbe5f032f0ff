import { describe, expect, it } from 'vitest'
import type { Check } from '../../../../src-shared/bridge/review'
import {
  asOfTemplate,
  notReadWords,
  usesWords,
} from '../../../../src-renderer/features/templates/template-words'
import {
  changesOf,
  differences,
  faultOf,
  mailOf,
  requestOf,
  type TemplateDraft,
} from '../../../../src-renderer/features/templates/written'

const base: TemplateDraft = {
  name: 'Receipt',
  description: '',
  type: 'TRANSACTIONAL',
  subject: 'Receipt {{number}}',
  body: '<p>Paid.</p>',
  from: 'billing@harbour.example',
  fromName: 'Harbour',
  replyTo: '',
}

describe('what was written of a template', () => {
  it('is the parts that differ, and nothing where it reads as before', () => {
    expect(changesOf({ ...base, subject: 'Paid', body: '<p>Thanks.</p>' }, base)).toEqual({
      subject: 'Paid',
      body: '<p>Thanks.</p>',
    })
    expect(changesOf({ ...base }, base)).toEqual({})
  })

  it('clears at the service what was emptied here, and trims what mails cannot hold', () => {
    expect(requestOf({ description: ' ', from: '', fromName: ' ', replyTo: ' ann@x.example ' })).toEqual({
      description: null,
      from: null,
      fromName: null,
      replyTo: 'ann@x.example',
    })
  })

  it('keeps a type that nobody here knows as it is', () => {
    expect(requestOf({ type: 'NOTICE' })).toEqual({})
    expect(requestOf({ type: 'MARKETING' })).toEqual({ type: 'MARKETING' })
    expect(mailOf({ ...base, type: 'NOTICE' }).type).toBe('TRANSACTIONAL')
  })

  it('is compared part by part with what another person saved, HTML by the lines that differ', () => {
    const theirs = { ...base, subject: 'Theirs', replyTo: 'eve@x.example', body: '<p>Paid.</p>\n<p>Bye</p>' }
    expect(differences({ ...base, body: '<p>Paid.</p>\n<p>See you</p>' }, theirs)).toEqual([
      { label: 'Subject', mine: 'Receipt {{number}}', theirs: 'Theirs' },
      { label: 'HTML from line 2', mine: '<p>See you</p>', theirs: '<p>Bye</p>' },
      { label: 'Reply to', mine: '', theirs: 'eve@x.example' },
    ])
  })

  it('is not saved without a name, a subject and HTML', () => {
    expect(faultOf(base)).toBe('')
    expect(faultOf({ ...base, name: ' ' })).toBe('It needs a name.')
    expect(faultOf({ ...base, subject: '' })).toBe('It needs a subject.')
    expect(faultOf({ ...base, body: '' })).toBe('It needs HTML.')
  })
})

describe('what uses a template', () => {
  it('is counted by kind', () => {
    const campaign = { kind: 'campaign' } as const
    expect(usesWords([])).toBe('Nothing')
    expect(usesWords([campaign, { kind: 'workflow' }, campaign])).toBe('2 campaigns and 1 workflow')
  })

  it('is said not to be known where steps are not in the copy', () => {
    expect(notReadWords({ workflowsNotRead: 0 })).toBe('')
    expect(notReadWords({ workflowsNotRead: 1 })).toContain('The steps of 1 workflow are not in the copy')
  })
})

describe('a variable that nobody in the copy has', () => {
  const unknown: Check = {
    key: 'unknownVariable:number',
    rule: 'unknownVariable',
    outcome: 'error',
    title: 'Unknown variable `number`',
    sentence: 'Nobody has it.',
    count: 1,
    figure: null,
    places: [],
    hasPeople: false,
    off: null,
  }

  it('is a note in a transactional template, whose mails bring values of their own', () => {
    expect(asOfTemplate(unknown, 'TRANSACTIONAL')).toMatchObject({
      outcome: 'note',
      sentence: 'Nobody has it. A transactional mail can bring its own value.',
    })
  })

  it('is an error in a marketing one', () => {
    expect(asOfTemplate(unknown, 'MARKETING')).toBe(unknown)
  })
})
