import { t } from '../../../../src-shared/messages/message'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import { reservedKeys } from '../../../kit/form/data-edit'
import { folded } from '../../../lists/matched/marks'
import { converted, draftOf, kindWord, readDraft, type ValueDraft, type DataKind } from '../values/kinds'
import { usualKind } from '../values/new-field'
import type { Suggestion } from '../values/SuggestBox.vue'

/** What is done to a field of many. */
export type How = 'add' | 'take' | 'set' | 'clear'

/** What is done, in the order of its control. */
export const hows: { value: How; label: string }[] = [
  { value: 'add', label: t('contacts.changeForm.addToList') },
  { value: 'take', label: t('contacts.changeForm.removeFromList') },
  { value: 'set', label: t('contacts.changeForm.set') },
  { value: 'clear', label: t('words.clear') },
]

/** What of ours can be changed besides the keys of data: whether people are subscribed, and a segment that they get into. */
export type OurField = 'subscribed' | 'segment'

/** What is entered of a change. `field`: as it is written; `ours`: it is one of ours, not a key of data. */
export interface ChangeForm {
  how: How
  field: string
  ours: OurField | null
  draft: ValueDraft
  /** Those who unsubscribed are subscribed as well. */
  again: boolean
}

/** A static segment that people can be added to. */
export interface StaticSegment {
  id: string
  name: string
  members: number | null
}

const ourWords: Record<OurField, string> = { subscribed: t('words.subscribed'), segment: t('words.segment') }
const ourHow: Record<How, OurField | null> = { add: 'segment', take: null, set: 'subscribed', clear: null }

const isOfLists = (how: How) => how === 'add' || how === 'take'

/** A form to begin with: a list that something is added to, where there is one. */
export function firstForm(known: readonly DataField[]): ChangeForm {
  const how = known.some(({ types }) => types[0] === 'list') ? 'add' : 'set'
  return withHow({ how, field: '', ours: null, draft: draftOf('', 'text'), again: false }, how, known)
}

/** The form with another thing done: a field that it cannot be done to gives way to the most frequent that it can. */
export function withHow(form: ChangeForm, how: How, known: readonly DataField[]): ChangeForm {
  const isKnown = known.some(({ key }) => key === form.field)
  const fits =
    form.ours === null &&
    form.field !== '' &&
    (!isOfLists(how) || !isKnown || usualKind(form.field, known) === 'list')
  const first = known.find(({ types }) => !isOfLists(how) || types[0] === 'list')
  return withField({ ...form, how }, fits ? form.field : (first?.key ?? ''), null, known)
}

/** The form with another field; what was entered stays where its kind can take it. */
export function withField(
  form: ChangeForm,
  field: string,
  ours: OurField | null,
  known: readonly DataField[],
): ChangeForm {
  if (ours !== null) {
    const draft = ours === 'subscribed' ? draftOf(true, 'boolean') : draftOf('', 'text')
    return { ...form, field: ourWords[ours], ours, draft }
  }
  const kind = isOfLists(form.how) ? 'list' : usualKind(field.trim(), known)
  return { ...form, field, ours, draft: asKind(form.draft, kind) }
}

/** What is entered, as another kind has it; nothing where that kind cannot take it. */
export function asKind(draft: ValueDraft, kind: DataKind): ValueDraft {
  if (draft.kind === kind) return draft
  const read = readDraft(draft, Date.now())
  const empty = draftOf(kind === 'boolean' ? true : kind === 'list' ? [] : '', kind)
  if (!('value' in read)) return kind === 'json' ? { ...empty, text: draft.text } : empty
  const next = converted(read.value, kind, Date.now())
  return next === undefined ? empty : draftOf(next, kind)
}

/** Fields for what is written, with their kinds; the one that stands there stands among all of them. */
export function fieldOffers(
  form: ChangeForm,
  known: readonly DataField[],
): (Suggestion & { ours?: OurField })[] {
  const written = form.field.trim()
  const isChosen = form.ours !== null || known.some(({ key }) => key === written)
  const wanted = isChosen ? '' : folded(written)
  const ours = ourHow[form.how]
  const keys = known
    .filter(({ key }) => !reservedKeys.includes(key) && folded(key).includes(wanted))
    .filter(({ types }) => !isOfLists(form.how) || types.includes('list'))
    .map(({ key }) => ({ value: key, hint: kindWord(usualKind(key, known)) }))
  const own =
    ours && folded(ourWords[ours]).includes(wanted) ? [{ value: ourWords[ours], hint: '', ours }] : []
  return [...own, ...keys]
}

/** Segments for what is written; one that is not there is made. */
export function segmentOffers(text: string, segments: readonly StaticSegment[]): Suggestion[] {
  const written = text.trim()
  const found = segments
    .filter(({ name }) => folded(name).includes(folded(written)))
    .map(({ name, members }) => ({
      value: name,
      hint: members === null ? '' : t('counts.people', { count: members }),
    }))
  if (written === '' || segments.some(({ name }) => name === written)) return found
  return [...found, { before: t('words.add'), value: written, hint: t('words.newWord') }]
}

/** What a form means: an action, why it is none, or null where something is not entered yet. */
export function readChange(
  { how, field, ours, draft, again }: ChangeForm,
  segments: readonly StaticSegment[],
  now: number,
): { action: BulkAction } | { fault: string } | null {
  if (ours === 'subscribed')
    return {
      action: draft.text === 'true' ? { kind: 'subscribe', again } : { kind: 'unsubscribe' },
    }
  if (ours === 'segment') return intoSegment(draft.text.trim(), segments)
  const key = field.trim()
  if (key === '') return null
  if (reservedKeys.includes(key))
    return { fault: t('contacts.newField.theServiceKeepsWritten', { written: key }) }
  if (how === 'clear') return { action: { kind: 'remove', key } }
  const read = readDraft(draft, now)
  if ('fault' in read) return read
  if ('empty' in read) return null
  if (how === 'set') return { action: { kind: 'set', key, value: read.value } }
  const values = Array.isArray(read.value) ? read.value : []
  return values.length === 0 ? null : { action: { kind: 'list', how, key, values } }
}

function intoSegment(name: string, segments: readonly StaticSegment[]): { action: BulkAction } | null {
  if (name === '') return null
  const known = segments.find((one) => one.name === name)
  return {
    action: {
      kind: 'addTo',
      segment: known ? { kind: 'known', id: known.id, name } : { kind: 'new', name },
    },
  }
}
