import { watchDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AddressLine, AddressLines } from '../../../src-shared/bridge/segments'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'

/** How many lines of a list are what. */
export interface AddressSum {
  lines: number
  again: number
  invalid: number
  contacts: number
  news: number
}

/** Each address on a line of its own, as a list of addresses is pasted or read from a file. */
export function inLines(text: string): string {
  return text
    .split(/[\r\n,;\t]+/)
    .flatMap((part) => {
      const words = part.trim().split(/\s+/)
      return words.every((word) => word.includes('@') && !/[<>]/.test(word)) ? words : [part.trim()]
    })
    .filter((line) => line !== '')
    .join('\n')
}

/** Counts lines by what they are. */
export function sumOf(lines: readonly AddressLine[]): AddressSum {
  const count = (state: AddressLine['state']) => lines.filter((line) => line.state === state).length
  return {
    lines: lines.length - count('blank'),
    again: count('again'),
    invalid: count('invalid'),
    contacts: count('contact'),
    news: count('new'),
  }
}

const nothing: AddressLines = { lines: [], unsubscribed: 0, subscribes: false }

/** What the lines of a list are, by the copy, read again as it is written. */
export function useAddressLines(text: () => string) {
  const bridge = useBridge()
  const read = shallowRef<AddressLines>(nothing)
  /** What is shown belongs to a list that is no more. */
  const reading = ref(false)
  const problem = shallowRef<Problem | null>(null)
  let turn = 0
  watch(text, () => {
    turn += 1
    reading.value = true
  })
  watchDebounced(
    text,
    async (written) => {
      const mine = ++turn
      try {
        const answer = written.trim() === '' ? nothing : await bridge.segments.lines({ text: written })
        if (mine !== turn) return
        read.value = answer
        problem.value = null
        reading.value = false
      } catch (error) {
        if (mine === turn) problem.value = problemOf(error)
      }
    },
    { debounce: 150, immediate: true },
  )
  return { read, reading, problem, sum: computed(() => sumOf(read.value.lines)) }
}
