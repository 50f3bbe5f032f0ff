import type { Column } from '../../../../core/index/column'
import type { Dictionary } from '../../../../core/index/dictionary'
import { separator } from '../../../../core/index/encode'
import { kind, leafJoin } from '../../../../core/index/values'
import type { Steps } from '../../../../core/database/session'
import type { ValueProbe } from './probe'

/** Codes looked at between two pauses, where each is looked at as bytes; one whose text is read counts for many. */
const slice = 200_000
const readingCosts = 40

/** What stands for what the index could not keep of a text (fold.ts). */
const replaced = Buffer.from('\ufffd', 'utf8')

/**
 * Which values of a column pass: a flag for each code. `sure` are those that do; `may` has those besides of which the
 * index cannot tell, null where there are none. No row without a value passes.
 */
export interface Passing {
  sure: Uint8Array
  may: Uint8Array | null
}

/** Asks every value of a column once. Between the last pause and the answer nothing of the column changed. */
export function* passingOf(column: Column, probe: ValueProbe): Steps<Passing> {
  for (let attempt = 0; ; attempt++) {
    const { dictionary } = column
    const passing = newPassing(dictionary)
    const work = ask(dictionary, probe, passing)
    // While contacts come in at full speed the values never rest: then they are asked in one go.
    if (attempt < 3) yield* work
    else while (work.next().done !== true);
    if (column.dictionary === dictionary && passing.sure.length === dictionary.size + 1) {
      return { sure: passing.sure, may: passing.doubts ? passing.may : null }
    }
  }
}

interface Draft {
  sure: Uint8Array
  may: Uint8Array
  doubts: boolean
}

function newPassing(dictionary: Dictionary): Draft {
  const length = dictionary.size + 1
  return { sure: new Uint8Array(length), may: new Uint8Array(length), doubts: false }
}

function* ask(dictionary: Dictionary, probe: ValueProbe, into: Draft): Steps<void> {
  const { heap } = dictionary
  const { sure } = into
  const marks = new Uint8Array(sure.length)
  if (probe.needle?.length === 0) marks.fill(1)
  else if (probe.needle) heap.mark(probe.needle, marks)
  const doubt = (code: number): void => {
    sure[code] = 0
    into.may[code] = 1
    into.doubts = true
  }
  const eachLeaf = probe.numbers || probe.dates !== null
  const emptyPasses = probe.test('')
  let cost = 0
  for (let code = 1; code < sure.length; code++) {
    if (++cost > slice) {
      cost = 0
      yield
      if (heap.count < sure.length - 1) return
    }
    switch (dictionary.kindOf(code)) {
      case kind.number:
        sure[code] = Number(probe.test(dictionary.numberOf(code)))
        break
      case kind.boolean:
        sure[code] = Number(probe.test(dictionary.numberOf(code) === 1))
        break
      case kind.date:
        sure[code] = marks[code] === 1 || isWithin(dictionary.numberOf(code), probe) ? 1 : 0
        break
      case kind.text:
        if (marks[code] === 1) sure[code] = 1
        else if (probe.numbers && mayWriteNumber(dictionary, code)) {
          cost += readingCosts
          sure[code] = Number(probe.test(dictionary.textOf(code)))
        }
        break
      case kind.list:
        // An empty list and one with an empty text are kept alike.
        if (heap.end(code) === heap.start(code)) {
          if (emptyPasses) doubt(code)
        } else if (marks[code] === 1) sure[code] = 1
        else if (eachLeaf) {
          cost += readingCosts
          sure[code] = Number(leavesPass(dictionary, code, probe))
        }
        break
      case kind.mixed:
        doubt(code)
        break
    }
  }
  yield* askAgain(dictionary, probe, marks, into)
  doubtTexts(dictionary, probe, marks, doubt)
}

/** Doubts every text where the probe is vague, else those of which the index could not keep all. */
function doubtTexts(
  dictionary: Dictionary,
  { vague }: ValueProbe,
  marks: Uint8Array,
  doubt: (code: number) => void,
): void {
  const { heap } = dictionary
  if (!vague) {
    if (!heap.mayHold(replaced)) return
    marks.fill(0)
    heap.mark(replaced, marks)
  }
  for (let code = 1; code < marks.length; code++) {
    if ((vague || marks[code] === 1) && isText(dictionary, code)) doubt(code)
  }
}

/**
 * The bytes that a search compares are folded further than the grammar folds: without accents, and more. Of those
 * values whose writing is kept beside them, and is not ASCII, the writing is asked: such a text is no number and no date,
 * and where ASCII is asked for it has it only if the folded bytes do, and is never equal to it.
 */
function* askAgain(
  dictionary: Dictionary,
  { needle, test }: ValueProbe,
  marks: Uint8Array,
  { sure, may }: Draft,
): Steps<void> {
  if (needle === null) return
  const { spellings } = dictionary
  const whole = needle[0] === separator
  const plain = isAscii(needle, whole ? 1 : 0, needle.length - (whole ? 1 : 0))
  let cost = 0
  let from = 0
  for (let at = 0; at < spellings.count; at++) {
    const code = spellings.codes[at] ?? 0
    const to = spellings.ends[at] ?? 0
    const ascii = isAscii(spellings.bytes, from, to)
    from = to
    if (++cost > slice) {
      cost = 0
      yield
    }
    if (ascii || code >= sure.length || may[code] === 1) continue
    if (!isText(dictionary, code) || (plain && marks[code] === 0)) continue
    const list = dictionary.kindOf(code) === kind.list
    if (plain && whole && !list) sure[code] = 0
    else {
      cost += readingCosts
      const text = spellings.at(at)
      sure[code] = Number(list ? text.split(leafJoin).some(test) : test(text))
    }
  }
}

function isText(dictionary: Dictionary, code: number): boolean {
  const of = dictionary.kindOf(code)
  return of === kind.text || of === kind.date || of === kind.list
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > 127) return false
  return true
}

function isWithin(instant: number, { dates }: ValueProbe): boolean {
  return dates !== null && instant >= dates.from && instant < dates.to
}

/** Whether any text of a list passes. */
function leavesPass(dictionary: Dictionary, code: number, { test }: ValueProbe): boolean {
  return dictionary.textOf(code).split(leafJoin).some(test)
}

/** Whether a text begins as a number does. */
function mayWriteNumber({ heap }: Dictionary, code: number): boolean {
  const first = heap.bytes[heap.start(code)] ?? separator
  return first === 45 || (first >= 48 && first <= 57)
}
