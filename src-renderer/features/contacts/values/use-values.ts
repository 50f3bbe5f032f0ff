import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { ContactDetail, ValueOutcome } from '../../../../src-shared/bridge/contacts'
import { sameValue } from '../../../../src-shared/same-value'
import { SerialQueue } from '../../../../src-shared/serial-queue'
import { problemOf, useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { useNoticesStore } from '../../../stores/notices'
import { converted, draftOf, readDraft, refusal, type ValueDraft, type DataKind, entriesOf } from './kinds'
import { viewOf, type Strip, type ValueState, type ValueView } from './value-view'

/** How long a value is on its way before that is said, and how long it is said that it was saved (milliseconds). */
const savingAfter = 150
const savedFor = 2000

interface Change {
  id: string
  key: string
  before: unknown
  after: unknown
}

/** What goes on at the values of contacts: it stays while others are looked at. */
function useStates() {
  const states = shallowReactive(new Map<string, ValueState>())
  const placeOf = (id: string, key: string) => JSON.stringify([id, key])
  const timers = new Set<number>()
  onScopeDispose(() => timers.forEach((timer) => window.clearTimeout(timer)))
  return {
    of: (id: string, key: string): ValueState => states.get(placeOf(id, key)) ?? {},
    put: (id: string, key: string, state: ValueState | null): void => {
      if (state === null) states.delete(placeOf(id, key))
      else states.set(placeOf(id, key), state)
    },
    later(act: () => void, ms: number): () => void {
      const timer = window.setTimeout(() => (timers.delete(timer), act()), ms)
      timers.add(timer)
      return () => (timers.delete(timer), window.clearTimeout(timer))
    },
  }
}

/**
 * The values of the contact that is open, each changed where it stands: `took` is given the contact as a write left it.
 * In one piece: what is entered, sent and asked of one value is one state.
 */
export function useValues(of: {
  id: () => string
  contact: () => ContactDetail | null
  took: (contact: ContactDetail | null) => void
}) {
  const { contacts, outbox } = useBridge()
  const live = useLiveStore()
  const notices = useNoticesStore()
  const states = useStates()
  const queue = new SerialQueue()
  let last: Change | null = null
  /** Whom the service does not know any more. */
  const gone = shallowRef<string | null>(null)

  const heldOf = (key: string): unknown => of.contact()?.data[key] ?? null
  const view = (key: string): ValueView =>
    viewOf({ id: of.id(), data: of.contact()?.data ?? {} }, key, states.of(of.id(), key), live.outbox)
  const part = (key: string, change: ValueState): void =>
    states.put(of.id(), key, { ...states.of(of.id(), key), ...change })

  function settle({ id, key, before, after }: Change, outcome: ValueOutcome): void {
    if (outcome.outcome === 'differs') {
      const strip: Strip = { ask: 'conflict', theirs: outcome.theirs, mine: after, outboxId: null }
      states.put(id, key, { mine: { value: after }, strip })
      of.took(null)
      return
    }
    last = { id, key, before, after }
    if (outcome.outcome === 'queued') return states.put(id, key, null)
    if (outcome.contact?.id === of.id()) of.took(outcome.contact)
    const saved: ValueState = { mark: 'saved' }
    states.put(id, key, saved)
    states.later(() => states.of(id, key) === saved && states.put(id, key, null), savedFor)
  }

  /** Sends a value, after those that were sent before; null removes it. Answers whether it was taken, or waits. */
  async function send(key: string, value: unknown, shown: unknown = view(key).value): Promise<boolean> {
    const change: Change = { id: of.id(), key, before: shown, after: value }
    const { id } = change
    states.put(id, key, { mine: { value } })
    const said = states.later(() => states.put(id, key, { mine: { value }, mark: 'saving' }), savingAfter)
    try {
      const outcome = await queue.run(() => contacts.setValue({ id, key, value, shown }))
      said()
      settle(change, outcome)
      return outcome.outcome !== 'differs'
    } catch (error) {
      said()
      const problem = problemOf(error)
      if (problem.code === 'not_found') {
        gone.value = id
        states.put(id, key, null)
      } else
        states.put(id, key, {
          mine: { value },
          strip: { ask: 'refused', problem, mine: value, outboxId: null },
        })
      return false
    }
  }

  /** Leaves what is entered: it is sent, where it is a value and another one. Answers whether nothing is asked. */
  function commit(key: string): boolean {
    const { draft, value, strip } = view(key)
    if (!draft || strip?.ask === 'empty') return !draft
    const read = readDraft(draft, Date.now())
    if ('fault' in read) {
      part(key, { strip: { ask: 'fault', why: read.fault, kind: draft.kind } })
      return false
    }
    const next = 'empty' in read ? null : read.value
    if (sameValue(next, value) || (next === null && value === '')) revert(key)
    else if (next === null) {
      part(key, { strip: { ask: 'empty' } })
      return false
    } else void send(key, next, value)
    return true
  }

  function revert(key: string): void {
    states.put(of.id(), key, null)
  }

  async function answer(key: string, how: 'mine' | 'theirs' | 'again' | 'revert'): Promise<void> {
    const { strip } = view(key)
    if (!strip) return
    const asked = 'outboxId' in strip ? strip : null
    if (asked && asked.outboxId !== null) {
      const choice = how === 'revert' ? 'dismiss' : how
      const id = asked.outboxId
      await notices.attempt(() => outbox.resolve({ id, choice }))
      of.took(null)
    } else if (how === 'theirs' || how === 'revert') revert(key)
    else if (strip.ask === 'conflict') await send(key, strip.mine, strip.theirs)
    else if (strip.ask === 'refused') await send(key, strip.mine, heldOf(key))
  }

  return {
    gone,
    view,
    send,
    commit,
    revert,
    answer,
    begin(key: string): void {
      const shown = view(key)
      if (shown.draft || shown.strip || shown.mark === 'conflict' || shown.mark === 'refused') return
      states.put(of.id(), key, { draft: draftOf(shown.value) })
    },
    /** What is entered by now: what was said against it is taken back. */
    write: (key: string, draft: ValueDraft): void => states.put(of.id(), key, { draft }),
    /** Why a kind cannot take what stands at a key; null where it can. */
    refusal(key: string, kind: DataKind): string | null {
      const { draft, value } = view(key)
      if (!draft) return refusal(value, kind, Date.now())
      const read = readDraft(draft, Date.now())
      return refusal('value' in read ? read.value : draft.text, kind, Date.now())
    },
    /** Gives a value another kind: what is being entered, or what stands there, which is then saved. */
    retype(key: string, kind: DataKind): void {
      const { draft, value } = view(key)
      const read = draft ? readDraft(draft, Date.now()) : { value }
      const from = 'value' in read ? read.value : (draft?.text ?? value)
      const next = converted(from, kind, Date.now())
      if (next === undefined) return
      if (draft) states.put(of.id(), key, { draft: draftOf(next, kind) })
      else if (!sameValue(next, value)) void send(key, next, value)
    },
    /** Takes an entry out of a list that stands there. */
    take(key: string, at: number): void {
      const { value } = view(key)
      const entries = entriesOf(value)
      if (entries)
        void send(
          key,
          entries.filter((_, other) => other !== at),
          value,
        )
    },
    remove: (key: string): Promise<boolean> => send(key, null),
    async revoke(outboxId: number): Promise<void> {
      await notices.attempt(() => outbox.revoke({ id: outboxId }))
      of.took(null)
    },
    /** Gives the last value back that was changed; answers its key, null where there is none. */
    undo(): string | null {
      if (last?.id !== of.id()) return null
      const { key, before, after } = last
      last = null
      const { revocable } = view(key)
      if (revocable === null) void send(key, before, after).then(() => (last = null))
      else void this.revoke(revocable)
      return key
    },
    /** Something else was done: that is what is taken back next. */
    forgetLast: (): void => {
      last = null
    },
  }
}

/** What {@link useValues} answers. */
export type Values = ReturnType<typeof useValues>
