import { tell } from '../../../src-shared/messages/told'
import type { OutboxRecord } from './store/api'
import { problem } from '../../core/problems'
import { mineOf, isWaiting, type EditTools } from './edits'
import type { Fields } from './fields'
import { trackAgain } from './tracking'

/** A person's answer to an entry of the outbox (the contract's `outbox.resolve`). */
export type OutboxAnswer = 'mine' | 'theirs' | 'sent' | 'notSent' | 'again' | 'dismiss'

const allowed: Record<OutboxAnswer, readonly OutboxRecord['entry']['state'][]> = {
  mine: ['conflict'],
  theirs: ['conflict'],
  sent: ['unknown'],
  notSent: ['unknown'],
  again: ['unknown', 'refused'],
  dismiss: ['refused'],
}

/** Carries out a person's answer. Rejects with `conflict` where the entry asks nothing of that kind any more. */
export async function resolve(tools: EditTools, record: OutboxRecord, choice: OutboxAnswer): Promise<void> {
  const { cache, clock, changed } = tools
  const { id, state, kind } = record.entry
  if (!allowed[choice].includes(state)) {
    throw problem('conflict', {
      title: tell('outbox.resolving.thisWasSettledMeanwhile'),
      why: tell('outbox.resolving.theEntryIsNot', { replace: state.replace('_', ' ') }),
      action: tell('outbox.resolving.lookAtTheList'),
    })
  }
  switch (choice) {
    case 'mine':
      // What the service held when the person chose is what it must still hold when this is sent.
      await cache.outbox.set({
        id,
        state: 'queued',
        now: clock.now(),
        before: { ...record.before, ...theirsOf(record) },
        conflict: null,
        problem: null,
      })
      break
    case 'theirs':
    case 'dismiss':
      await takeOut(tools, record)
      break
    case 'sent':
      await cache.outbox.set({ id, state: 'sent', now: clock.now(), problem: null })
      break
    case 'notSent':
      await cache.outbox.set({ id, state: 'revoked', now: clock.now() })
      break
    case 'again':
      if (kind === 'track') await trackAgain(tools, record)
      else await cache.outbox.set({ id, state: 'queued', now: clock.now(), problem: null })
  }
  changed()
}

/**
 * Takes an edit out of the outbox. Later edits of the same contact were made on top of it: they now start from
 * what it started from.
 */
export async function takeOut(tools: EditTools, record: OutboxRecord): Promise<void> {
  const { cache, clock, changed } = tools
  const { id, contactId } = record.entry
  await cache.outbox.set({ id, state: 'revoked', now: clock.now(), conflict: null })
  const base: Fields = { ...record.before, ...theirsOf(record) }
  const open = new Set(Object.keys(mineOf(record) ?? {}).filter((field) => field in base))
  for (const later of await cache.outbox.open()) {
    if (later.entry.id <= id || later.entry.contactId !== contactId || !isWaiting(later.entry.state)) continue
    const touched = Object.keys(later.before ?? {}).filter((field) => open.has(field))
    if (touched.length === 0) continue
    const before = { ...later.before, ...Object.fromEntries(touched.map((field) => [field, base[field]])) }
    await cache.outbox.set({ id: later.entry.id, state: later.entry.state, now: clock.now(), before })
    // What this one writes itself is where the next one starts from.
    for (const field of Object.keys(mineOf(later) ?? {})) open.delete(field)
  }
  changed()
}

function theirsOf(record: OutboxRecord): Fields {
  return Object.fromEntries((record.entry.conflict ?? []).map(({ field, theirs }) => [field, theirs]))
}
