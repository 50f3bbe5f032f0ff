import { t } from '../../../../src-shared/messages/message'
import { computed, ref, shallowRef, type Ref } from 'vue'
import type { ContactSelection } from '../../../../src-shared/bridge/contacts'
import type { BatchFilter, BatchRow, BatchSort } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { ListColumn, ListSort } from '../../../lists/list/column'
import { useSelection, type Picked } from '../../../lists/list/selection'
import { useRowList } from '../../../lists/list/row-list'
import { useUndoToast } from '../../../kit/page/undo-toast'

const contactMark = 'c:'

/** What a row is called by in the list: a contact's row by its contact, so that a selection of rows is one of contacts. */
export function rowId({ contactId, position }: BatchRow): string {
  return contactId === null ? `p:${position}` : `${contactMark}${contactId}`
}

/** The contacts among what is picked, as a bulk action takes them. */
export function pickedContacts(picked: Picked): ContactSelection {
  const contacts = (ids: ReadonlySet<string>) =>
    [...ids].filter((id) => id.startsWith(contactMark)).map((id) => id.slice(contactMark.length))
  return picked.kind === 'ids'
    ? { kind: 'ids', ids: contacts(picked.ids) }
    : { kind: 'frozen', selectionId: picked.selectionId, except: contacts(picked.except) }
}

const sortKeys: Partial<Record<string, BatchSort['by']>> = {
  email: 'email',
  class: 'class',
  checked: 'checked',
}

/** The addresses of a batch that a filter leaves, how many there are, and which are selected. */
export function useBatchRows(of: {
  id: () => number
  filter: () => BatchFilter
  changes: () => unknown
  columns: Ref<readonly ListColumn[]>
}) {
  const bridge = useBridge()
  const selectionProblem = shallowRef<Problem | null>(null)
  const sort = shallowRef<BatchSort>({ by: 'given', direction: 'asc' })
  /** How many of the frozen rows are no contacts. */
  const notContacts = ref(0)

  const { bound, count, problem } = useRowList({
    asked: () => ({ id: of.id(), filter: of.filter(), sort: sort.value }),
    read: (asked, slice, options) => bridge.verification.rows({ ...asked, slice }, options),
    label: t('words.addresses'),
    columns: of.columns,
    idOf: rowId,
    nameOf: ({ email }) => email,
    changes: of.changes,
    pauseMs: 1000,
  })

  const selection = useSelection(async () => {
    selectionProblem.value = null
    try {
      const frozen = await bridge.verification.freeze({ id: of.id(), filter: of.filter() })
      notContacts.value = frozen.notContacts
      return { selectionId: frozen.selectionId, count: frozen.count + frozen.notContacts }
    } catch (error) {
      selectionProblem.value = problemOf(error)
      return null
    }
  }, useUndoToast())

  const contactsPicked = computed(() => {
    const picked = selection.picked.value
    const named = pickedContacts(picked)
    if (picked.kind === 'ids') return named.kind === 'ids' ? named.ids.length : 0
    return picked.count - notContacts.value - (named.kind === 'frozen' ? named.except.length : 0)
  })

  return {
    bound,
    count,
    problem,
    selection,
    selectionProblem,
    contactsPicked,
    listSort: computed<ListSort | null>(() =>
      sort.value.by === 'given' ? null : { key: sort.value.by, direction: sort.value.direction },
    ),
    sortBy({ key, direction }: ListSort): void {
      const by = sortKeys[key]
      if (by) sort.value = { by, direction }
    },
  }
}
