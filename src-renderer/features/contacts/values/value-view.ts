import type { ContactDetail } from '../../../../src-shared/bridge/contacts'
import type { OutboxEntry } from '../../../../src-shared/bridge/outbox'
import type { Problem } from '../../../../src-shared/problem'
import { kindOf, type ValueDraft, type DataKind } from './kinds'

/** What is asked beneath a value until it is answered. `outboxId`: the change that waits in the outbox for the answer. */
export type Strip =
  /** What was entered is none of its kind, or no value can stand there. */
  | { ask: 'fault'; why: string; kind: DataKind }
  | { ask: 'empty' }
  | { ask: 'conflict'; theirs: unknown; mine: unknown; outboxId: number | null }
  | { ask: 'refused'; problem: Problem; mine: unknown; outboxId: number | null }

/** What is going on at a value, beyond what the copy holds of it. */
export interface ValueState {
  draft?: ValueDraft
  strip?: Strip
  /** What was entered and is on its way. */
  mine?: { value: unknown }
  mark?: 'saving' | 'saved'
}

/** A value of a contact as its row shows it. */
export interface ValueView {
  key: string
  /** null: there is none, or it is going to be removed. */
  value: unknown
  /** What stood there before a change that waits. */
  old: { value: unknown } | null
  kind: DataKind
  draft: ValueDraft | null
  strip: Strip | null
  mark: 'saving' | 'saved' | 'waits' | 'conflict' | 'refused' | null
  /** The change that waits, where it can be taken back. */
  revocable: number | null
}

/** The last change in the outbox that writes a key of a contact. */
function waitingOf(outbox: readonly OutboxEntry[], id: string, key: string): OutboxEntry | undefined {
  return outbox.filter(({ contactId, data }) => contactId === id && data && key in data).at(-1)
}

const waitingMarks: Partial<Record<OutboxEntry['state'], ValueView['mark']>> = {
  queued: 'waits',
  in_flight: 'saving',
  conflict: 'conflict',
  refused: 'refused',
}

function stripOf({ id, state, conflict, problem, data = {} }: OutboxEntry, key: string): Strip | null {
  const mine = data[key]
  if (state === 'refused' && problem) return { ask: 'refused', problem, mine, outboxId: id }
  const theirs = conflict?.find(({ field }) => field === `data.${key}`)
  if (state !== 'conflict' || !theirs) return null
  return { ask: 'conflict', theirs: theirs.theirs, mine, outboxId: id }
}

/** How a value is shown: what is entered, else what is on its way, else what the copy holds. */
export function viewOf(
  { id, data }: Pick<ContactDetail, 'id' | 'data'>,
  key: string,
  state: ValueState,
  outbox: readonly OutboxEntry[],
): ValueView {
  const held = data[key] ?? null
  const waiting = state.mine || state.strip ? undefined : waitingOf(outbox, id, key)
  const value = state.mine ? state.mine.value : waiting?.data ? (waiting.data[key] ?? null) : held
  const strip = state.strip ?? (waiting ? stripOf(waiting, key) : null)
  const asked = strip?.ask === 'conflict' || strip?.ask === 'refused' ? strip.ask : null
  const mark = state.mark ?? asked ?? (waiting ? (waitingMarks[waiting.state] ?? null) : null)
  return {
    key,
    value,
    old: mark === 'waits' ? { value: held } : null,
    kind: kindOf(value),
    draft: state.draft ?? null,
    strip,
    mark,
    revocable: waiting?.state === 'queued' ? waiting.id : null,
  }
}
