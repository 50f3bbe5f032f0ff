import type { Column } from '../../../../core/index/column'
import type { Dictionary } from '../../../../core/index/dictionary'
import { separator } from '../../../../core/index/encode'
import { kind } from '../../../../core/index/values'
import { drive, type Steps } from '../../../../core/database/session'
import type { ExactProbe } from './exact'
import type { Passing } from './passing'

/** Codes looked at between two pauses; one whose text is read counts for many. */
const slice = 200_000
const readingCosts = 40

/** What stands for what the index could not keep of a text (fold.ts). */
const replaced = '\ufffd'

/** Which values of a column pass, each as JSON has it; {@link Passing} says how that is told. */
export function* passingExactly(column: Column, probe: ExactProbe): Steps<Passing> {
  for (let attempt = 0; ; attempt++) {
    const { dictionary } = column
    const work = ask(dictionary, probe)
    // While contacts come in at full speed the values never rest: then they are asked in one go.
    const passing = attempt < 3 ? yield* work : drive(work)
    if (column.dictionary === dictionary && passing.sure.length === dictionary.size + 1) return passing
  }
}

function* ask(dictionary: Dictionary, { test, needle, vague }: ExactProbe): Steps<Passing> {
  const length = dictionary.size + 1
  const sure = new Uint8Array(length)
  const may = new Uint8Array(length)
  const marks = needle && marked(dictionary, needle, length)
  let doubts = false
  let cost = 0
  for (let code = 1; code < length; code++) {
    if (++cost > slice) {
      cost = 0
      yield
    }
    switch (dictionary.kindOf(code)) {
      case kind.number:
        sure[code] = Number(test(dictionary.numberOf(code)))
        break
      case kind.boolean:
        sure[code] = Number(test(dictionary.numberOf(code) === 1))
        break
      case kind.text:
      case kind.date: {
        if (marks && marks[code] !== 1) break
        cost += readingCosts
        const text = dictionary.textOf(code)
        if (vague || text.includes(replaced)) {
          may[code] = 1
          doubts = true
        } else sure[code] = Number(test(text))
        break
      }
      // A list and an object equal no value, hold no text and have no order.
      default:
        break
    }
  }
  return { sure, may: doubts ? may : null }
}

/** A flag for each code whose folded text has the needle. */
function marked(
  { heap }: Dictionary,
  { bytes, whole }: NonNullable<ExactProbe['needle']>,
  length: number,
): Uint8Array {
  const marks = new Uint8Array(length)
  const needle = new Uint8Array(bytes.length + (whole ? 2 : 0)).fill(separator)
  needle.set(bytes, whole ? 1 : 0)
  heap.mark(needle, marks)
  return marks
}
