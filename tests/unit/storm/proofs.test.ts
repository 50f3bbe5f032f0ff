import { describe, expect, it } from 'vitest'
import type { Contact } from '../../../src-shared/interface/contact'
import { person, type Person } from '../../fixtures/people'
import { batchDifferences } from '../../storm/proofs/batch'
import { bulkDifferences, bulkUndoDifferences } from '../../storm/proofs/bulk'
import { campaignDifferences } from '../../storm/proofs/campaign'
import {
  expectedAfterRun,
  expectedAfterUndo,
  runDifferences,
  undoDifferences,
} from '../../storm/proofs/import'
import { editDifferences, onceDifferences, type OnceAttempt } from '../../storm/proofs/outbox'
import { heldCopies, untouchedCopies } from '../../storm/proofs/sync'
import type { Fate, Sent } from '../../storm/wire'

const kinds = (found: readonly { kind: string }[]) => found.map(({ kind }) => kind)
const byId = (...people: Person[]) => new Map<string, Contact>(people.map((each) => [each.id, { ...each }]))
const sent = (path: string, body: string, fate: Fate = 'answered', life = 1): Sent => ({
  method: 'POST',
  path,
  body,
  life,
  fate,
})

describe('the proof of a sync', () => {
  const before = byId(person(1), person(2))

  it('finds who is lost though nobody touched them', () => {
    const copies = heldCopies(byId(person(1)))
    expect(kinds(untouchedCopies(before, copies, new Set()))).toEqual(['lost'])
    expect(untouchedCopies(before, copies, new Set(['cnt_2']))).toEqual([])
  })

  it('finds who is another than the service says', () => {
    const copies = heldCopies(byId(person(1), person(2, { plan: 'stale' })))
    expect(kinds(untouchedCopies(before, copies, new Set()))).toEqual(['wrong'])
  })
})

describe('the proof of an import', () => {
  const emails = ['person1@example.com', 'new@example.com']
  const before = byId(person(1))
  const expected = expectedAfterRun(before, emails)
  const rows = ['cnt_1', 'cnt_9'].map(
    (contactId) => ({ outcome: 'written', contactId, class: 'new' }) as const,
  )
  const written = { created: 1, changed: 1, failed: 0 }
  const after = byId(person(1, { tier: 'gold 0' }), {
    ...person(9, { tier: 'gold 1' }),
    email: 'new@example.com',
  })

  it('finds nothing where all is as the file says', () => {
    expect(runDifferences(expected, { written }, after, rows)).toEqual([])
  })

  it('finds a row that is said to be written and is not', () => {
    const people = byId(person(1, { tier: 'gold 0' }))
    expect(kinds(runDifferences(expected, { written }, people, rows))).toEqual(['lost', 'lost'])
  })

  it('finds a count that is not so', () => {
    const wrong = { created: 2, changed: 0, failed: 0 }
    expect(kinds(runDifferences(expected, { written: wrong }, after, rows))).toEqual(['wrong'])
  })

  it('finds who was not taken back', () => {
    const since = { rewritten: new Set<string>(), deleted: new Set<string>(), extended: new Set<string>() }
    const wanted = expectedAfterUndo(before, emails, since)
    const undone = { reversed: 2, kept: 0, failed: 0 }
    expect(undoDifferences(wanted, { undone }, byId(person(1)))).toEqual([])
    expect(kinds(undoDifferences(wanted, { undone }, after))).toEqual(['wrong', 'wrong'])
  })
})

describe('the proof of a batch', () => {
  const verdict = { class: 'accepts', reason: '', suggestion: null, source: 'service', at: 0 } as const
  const rows = [{ email: 'a@example.org', verdict }]
  const batch = { addresses: 1, waiting: 0, byClass: { accepts: 1, risky: 0, undeliverable: 0, unknown: 0 } }
  const asked = [sent('/v1/verify', '{"email":"a@example.org"}')]
  const once = new Map([['a@example.org', 1]])

  it('finds a verdict that is lost, or stored twice', () => {
    expect(batchDifferences(batch, rows, asked, once)).toEqual([])
    expect(kinds(batchDifferences(batch, rows, asked, new Map()))).toEqual(['lost'])
    expect(kinds(batchDifferences(batch, rows, asked, new Map([['a@example.org', 2]])))).toEqual(['doubled'])
  })

  it('finds a verdict that the service never gave', () => {
    expect(kinds(batchDifferences(batch, rows, [], once))).toEqual(['wrong'])
    const other = [{ email: 'a@example.org', verdict: { ...verdict, class: 'undeliverable' as const } }]
    expect(kinds(batchDifferences(batch, other, asked, once))).toEqual(['wrong'])
  })
})

describe('the proof of a change of many', () => {
  const action = { kind: 'set', key: 'fair', value: 'spring' } as const
  const before = byId(person(1), person(2))
  const after = byId(person(1, { fair: 'spring' }), person(2, { fair: 'spring' }))
  const gone = new Set<string>()
  const told = {
    total: 2,
    changed: 2,
    skipped: 0,
    failed: 0,
    reversed: 2,
    kept: 0,
    unreversed: 0,
    toUndo: 0,
  }

  it('finds who was left out, and who is settled by nothing', () => {
    expect(bulkDifferences(action, told, { before, after, gone })).toEqual([])
    expect(kinds(bulkDifferences(action, told, { before, after: before, gone }))).toEqual(['lost', 'lost'])
    expect(kinds(bulkDifferences(action, { ...told, changed: 1 }, { before, after, gone }))).toEqual(['lost'])
  })

  it('finds who was not deleted, and who was not put back', () => {
    expect(
      kinds(bulkDifferences({ kind: 'delete' }, told, { before, after: byId(person(2)), gone })),
    ).toEqual(['lost'])
    expect(bulkUndoDifferences(action, told, { before, after: before, gone })).toEqual([])
    expect(kinds(bulkUndoDifferences(action, told, { before, after, gone }))).toEqual(['wrong', 'wrong'])
  })
})

describe('the proof of edits', () => {
  const edits = [
    { number: 1, came: { is: 'taken' } },
    { number: 2, came: { is: 'taken' } },
    { number: 3, came: { is: 'cut off' } },
  ] as const

  it('takes the last that was taken, or one that was cut off after it', () => {
    expect(editDifferences('cnt_1', edits, 2, [])).toEqual([])
    expect(editDifferences('cnt_1', edits, 3, [])).toEqual([])
    expect(kinds(editDifferences('cnt_1', edits, 1, []))).toEqual(['lost'])
  })

  it('finds edits that arrived in another order', () => {
    const writes = [2, 1].map((step) => sent('/contacts/cnt_1', `{"data":{"step":${step}}}`))
    expect(kinds(editDifferences('cnt_1', edits, 2, writes))).toEqual(['wrong'])
  })
})

describe('the proof of what must not happen twice', () => {
  const attempt: OnceAttempt = { name: 'storm_1', came: { is: 'sent' }, known: 'sent', reached: 1, times: 1 }

  it('finds what happened twice, and what is said to have happened and has not', () => {
    expect(onceDifferences([attempt])).toEqual([])
    expect(kinds(onceDifferences([{ ...attempt, times: 2 }]))).toEqual(['doubled'])
    expect(kinds(onceDifferences([{ ...attempt, times: 0 }]))).toEqual(['lost'])
  })

  it('finds what happened and nobody is asked about', () => {
    const cut = { ...attempt, came: { is: 'cut off' }, known: null } as const
    expect(kinds(onceDifferences([cut]))).toEqual(['wrong'])
    expect(onceDifferences([{ ...cut, known: 'unknown' }])).toEqual([])
    expect(onceDifferences([{ ...cut, reached: 0, times: 0 }])).toEqual([])
  })
})

describe('the proof of a campaign', () => {
  const post = (fate: Fate) => sent('/campaigns/c/send', '{}', fate)

  it.each(['lost', 'handed'] as const)('finds one that was posted twice, unless the first was %s', (fate) => {
    const campaign = { status: 'SENT', posts: [post(fate), post('answered')] }
    expect(campaignDifferences('c', campaign, 'SENT')).toEqual([])
    const twice = { status: 'SENT', posts: [post('carriedOut'), post('answered')] }
    expect(kinds(campaignDifferences('c', twice, 'SENT'))).toEqual(['doubled'])
  })

  it('finds one that was never sent, and one that is shown as another than it is', () => {
    expect(kinds(campaignDifferences('c', { status: 'SENT', posts: [] }, 'DRAFT'))).toEqual(['lost', 'wrong'])
  })
})
