import { computed } from 'vue'
import type { AddressLine, AddressLines } from '../../../src-shared/bridge/segments'
import { useBridge } from '../../bridge'
import { useEnteredAnswer } from '../../kit/state/entered-answer'

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
  const { answer, stale, problem } = useEnteredAnswer({
    asked: () => (text().trim() === '' ? null : text()),
    ask: (written) => bridge.segments.lines({ text: written }),
    changes: text,
    pauseMs: 150,
  })
  const read = computed(() => answer.value ?? nothing)
  return { read, reading: stale, problem, sum: computed(() => sumOf(read.value.lines)) }
}
