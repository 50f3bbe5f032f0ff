import { localDate } from '../../../../src-shared/instants'
import { describe, expect, it } from 'vitest'
import { addressesIn } from '../../../../src-renderer/features/campaigns/actions/addresses'
import { campaignCalls, type CallFacts } from '../../../../src-renderer/features/campaigns/actions/calls'
import {
  localInstant,
  isNight,
  timeField,
  tomorrowAtNine,
} from '../../../../src-renderer/features/campaigns/actions/schedule-time'
import { sendFacts } from '../../../../src-renderer/features/campaigns/actions/send-facts'
import {
  besideWords,
  completeWords,
  funnelLines,
  rateLines,
} from '../../../../src-renderer/features/campaigns/after/funnel'
import { differencesOf } from '../../../../src-renderer/features/campaigns/after/who-got-words'
import { statusWord, whenWords } from '../../../../src-renderer/features/campaigns/campaign-words'
import {
  changesOf,
  differences,
  requestOf,
  withChanges,
  writtenOf,
} from '../../../../src-renderer/features/campaigns/written'
import { holdWords } from '../../../../src-renderer/features/campaigns/hold/hold-words'
import { beside, hold, reach, results } from './campaign-core'
import { audience, campaign, mail, then } from './review-samples'

const written = writtenOf(campaign())

describe('what is written of a campaign', () => {
  it('keeps only what was changed, field by field', () => {
    const mine = withChanges(written, { mail: { subject: 'New' }, name: 'Other' })
    expect(changesOf(mine, written)).toEqual({ name: 'Other', mail: { subject: 'New' } })
    expect(changesOf(written, written)).toEqual({})
  })

  it('is sent with a whole mail, so that what others changed of it stays', () => {
    const theirs = { ...written, mail: { ...mail, fromName: 'The crew' } }
    expect(requestOf(theirs, { mail: { subject: 'New' } })).toEqual({
      mail: { ...mail, fromName: 'The crew', subject: 'New' },
    })
  })

  it('says of two bodies the lines between what is alike', () => {
    const body = (line: string) => ({ ...written, mail: { ...mail, body: `<p>\n${line}\n</p>` } })
    expect(differences(body('a'), body('b'))).toEqual([{ label: 'HTML from line 2', mine: 'a', theirs: 'b' }])
    expect(differences(body('a\na'), body('a'))).toEqual([
      { label: 'HTML from line 3', mine: 'a', theirs: '' },
    ])
  })
})

describe('what can be done to a campaign', () => {
  const facts: CallFacts = {
    status: 'DRAFT',
    hindrance: '',
    hold: null,
    dirty: false,
    signed: true,
    people: 1204,
    canRemove: false,
    plan: 'none',
    missed: 0,
  }
  const hindranceOf = (name: string, change: Partial<CallFacts>) =>
    campaignCalls({ ...facts, ...change }).find(({ call }) => call === name)?.hindrance

  it('is named with how many get it', () => {
    expect(campaignCalls(facts).map(({ label }) => label)).toEqual([
      'Send a test',
      'Schedule',
      'Send to 1,204…',
      'Duplicate…',
    ])
  })

  it('is no sending without a sign-off, of unsaved text, offline, or while one is confirmed', () => {
    expect(hindranceOf('send', {})).toBe('')
    expect(hindranceOf('send', { signed: false })).toContain('Not signed off')
    expect(hindranceOf('send', { dirty: true })).toContain('Save')
    expect(hindranceOf('send', { hindrance: 'Offline.' })).toBe('Offline.')
    expect(hindranceOf('send', { hold: { state: 'held' } })).toContain('confirmed already')
    expect(hindranceOf('send', { hold: { state: 'unknown' } })).toContain('Nobody knows')
  })

  it('is deleting for a draft alone, where the service deletes drafts', () => {
    const isOffered = (change: Partial<CallFacts>) => hindranceOf('remove', change) !== undefined
    expect(isOffered({ canRemove: true })).toBe(true)
    expect(isOffered({ canRemove: false })).toBe(false)
    expect(isOffered({ canRemove: true, status: 'SCHEDULED' })).toBe(false)
    expect(isOffered({ canRemove: true, status: 'SENT' })).toBe(false)
  })

  it('is cancelling only where there is something to cancel', () => {
    const named = (status: string) => campaignCalls({ ...facts, status }).map(({ call }) => call)
    expect(named('SENDING')).toEqual(['test', 'stop', 'duplicate'])
    expect(named('SCHEDULED')).toEqual(['test', 'cancel', 'duplicate'])
    expect(named('SENT')).toEqual(['duplicate', 'test'])
  })
})

describe('a time that is chosen', () => {
  it('is read back as it was written', () => {
    const instant = new Date(2026, 10, 24, 9, 5).getTime()
    expect(localInstant(localDate(instant), timeField(instant))).toBe(instant)
  })

  it('is none where the calendar has no such day', () => {
    expect(localInstant('2026-02-30', '09:00')).toBeNull()
    expect(localInstant('', '09:00')).toBeNull()
  })

  it('is at night from 22:00 to 06:00', () => {
    const at = (hour: number, minute = 0) => isNight(new Date(2026, 5, 1, hour, minute).getTime())
    expect([at(21, 59), at(22), at(5, 59), at(6)]).toEqual([false, true, true, false])
  })

  it('begins with tomorrow at nine', () => {
    expect(tomorrowAtNine(new Date(2026, 10, 30, 23).getTime())).toBe(new Date(2026, 11, 1, 9).getTime())
  })
})

describe('a confirmation', () => {
  const basis = { campaign: campaign(), report: audience(), signOff: null, scheduledFor: null, now: then }
  const fact = (label: string, change = {}) =>
    sendFacts({ ...basis, ...change }).find((one) => one.label === label)

  it('says who is left out, and that undeliverable people are not', () => {
    const report = audience({ members: 40_813, unsubscribed: 312, willGet: 40_501 })
    expect(fact('Left out', { report })).toMatchObject({ value: '312', note: '312 unsubscribed' })
    const bad = audience({ verdicts: { ...report.verdicts, undeliverable: 389 } })
    expect(fact('Undeliverable', { report: bad })?.value).toBe('389')
  })

  it('says when it starts, and in which zone', () => {
    const scheduledFor = then + 86_400_000
    expect(fact('Starts', { scheduledFor })?.note).toMatch(/UTC/)
    expect(fact('Starts')).toBeUndefined()
  })
})

describe('addresses for a test', () => {
  it('are taken once each, and what is none is named', () => {
    expect(addressesIn('a@b.example, A@B.example; c@d.example\nnobody')).toEqual({
      emails: ['A@B.example', 'c@d.example'],
      invalid: ['nobody'],
    })
  })
})

describe('what became of a campaign', () => {
  it('says each share with what it is of', () => {
    const lines = funnelLines(results().funnel)
    expect(lines.find(({ key }) => key === 'opened')).toMatchObject({
      share: '50.0 %',
      of: 'of delivered',
      width: 49,
    })
    expect(lines.find(({ key }) => key === 'bounced')).toMatchObject({
      share: '2.0 %',
      of: 'of sent',
      tone: 'away',
    })
  })

  it('compares with nothing where nothing was sent before', () => {
    const alone = rateLines(results(), beside({ median: null }))
    expect(alone[0]).toMatchObject({ median: '–', points: '' })
    expect(rateLines(results(), beside()).map(({ points, worse }) => [points, worse])).toEqual([
      ['+1.0', false],
      ['+6.0', false],
      ['0.0', false],
      ['+1.0', true],
      ['+0.5', true],
      ['+0.10', true],
    ])
  })

  it('says from when on it compares', () => {
    const now = new Date(2026, 10, 20).getTime()
    const complete = (day: number, more = {}) =>
      completeWords({ completeAt: new Date(2026, 10, day).getTime() }, beside(more), now)
    expect(complete(18)).toBe('Complete since 18 Nov')
    expect(complete(21)).toBe('Compares from 21 Nov')
    expect(complete(18, { median: null })).toBe('Compares once three others are complete')
  })

  it('shows the rates as they stood then, or else as they stand now, and says which', () => {
    const now = new Date(2026, 10, 20).getTime()
    const past = { completeAt: now - 1 }
    expect(rateLines(results(), beside())[1]).toMatchObject({ rate: '49.0 %', median: '43.0 %' })
    expect(besideWords(past, beside(), now)).toBe('Each as it stood after 7 days')
    const untold = beside({ rates: null, median: null, told: 200, sent: 1000 })
    expect(rateLines(results(), untold)[1]).toMatchObject({ rate: '50.0 %', median: '–' })
    expect(besideWords(past, untold, now)).toContain('tell of 200 of 1,000 mails')
    expect(completeWords(past, untold, now)).toBe('')
    expect(besideWords(past, null, now)).toBe('Reading the copied events')
    expect(besideWords({ completeAt: now + 1 }, beside(), now)).toBe('As it stands now')
  })

  it('says where the people of the events are not as many as the service counts', () => {
    const { steps } = reach()
    const told = { ...results().funnel, sent: 1000, delivered: 950, opened: 506, clicked: 98, bounced: 22 }
    expect(differencesOf({ steps }, told)).toEqual([])
    expect(differencesOf({ steps }, { ...told, opened: 510, bounced: 20 })).toEqual([
      { label: 'Opened', told: 506, counted: 510 },
      { label: 'Bounced', told: 22, counted: 20 },
    ])
  })
})

describe('how a campaign stands', () => {
  it('is its confirmed sending before its status', () => {
    expect(statusWord('DRAFT', { state: 'held' }).word).toBe('Held')
    expect(statusWord('DRAFT', { state: 'unknown' }).word).toBe('Outcome unknown')
    expect(statusWord('SENT', { state: 'sent' }).word).toBe('Sent')
    expect(statusWord('ARCHIVED').word).toBe('ARCHIVED')
  })

  it('says when it was sent, or shall be', () => {
    expect(whenWords({ status: 'SCHEDULED', sentAt: null, scheduledFor: then }, then)).toMatch(
      /^for \d\d:\d\d$/,
    )
    expect(whenWords({ status: 'CANCELLED', sentAt: null, scheduledFor: then }, then)).toBe('–')
  })

  it('says of a sending how many get it, and whether it is held or scheduled', () => {
    expect(holdWords(hold({ people: 1 }), then).title).toBe('Held: “Tide tables, November” to 1 person')
    expect(holdWords(hold({ state: 'sent', scheduledFor: then }), then).title).toMatch(/^Scheduled/)
  })
})
