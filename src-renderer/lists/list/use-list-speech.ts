import { t } from '../../../src-shared/messages/message'
import { useDebounceFn } from '@vueuse/core'
import { watch } from 'vue'
import { formatNumber } from '../../format'
import { announce } from '../../kit/announce'
import type { ListColumn, ListSort } from './column'
import type { ListSelection } from './selection'

/** So long nothing changes before a change is said: arrows select many, letters search often (milliseconds). */
const rest = 400

interface SpokenList {
  readonly label: string
  readonly columns: readonly ListColumn[]
  readonly sort: ListSort | null
  readonly selection?: ListSelection
  readonly load: unknown
}

/** Says what a person does to a list: how it is sorted, how many rows are selected, how many a question found. */
export function useListSpeech(list: SpokenList): { counted: (count: number) => void } {
  const say = useDebounceFn(announce, rest)
  let asked: unknown = list.load

  watch(
    () => list.sort,
    (sort, before) => {
      if (!sort || !before || (sort.key === before.key && sort.direction === before.direction)) return
      const label = list.columns.find(({ key }) => key === sort.key)?.label
      // An order that no column stands for, such as the service's own, is none that was chosen by a heading.
      if (label === undefined) return
      announce(t('lists.useListSpeech.sortedByLabelIsasc', { label, isAsc: sort.direction === 'asc' }))
    },
  )
  watch(
    () => list.selection?.count.value ?? 0,
    (count) =>
      void say(count === 0 ? t('lists.useListSpeech.nothingSelected') : t('words.countSelected', { count })),
  )

  return {
    /** The rows were read: of another question than before, how many there are is said. */
    counted(count: number): void {
      if (asked === list.load) return
      asked = list.load
      const { label } = list
      void say(
        count === 0
          ? t('lists.useListSpeech.labelNothingFound', { label })
          : `${label}: ${formatNumber(count)}`,
      )
    },
  }
}
