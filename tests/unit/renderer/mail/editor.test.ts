import { CompletionContext } from '@codemirror/autocomplete'
import { setDiagnostics } from '@codemirror/lint'
import { EditorState, Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { changeBetween } from '../../../../src-renderer/features/mail/compose/editor/change'
import {
  diagnosticsOf,
  faultAtCursor,
  faultsOf,
  partFaults,
  spanOf,
} from '../../../../src-renderer/features/mail/compose/editor/faults'
import {
  completeVariable,
  knownVariables,
} from '../../../../src-renderer/features/mail/compose/editor/variables'
import type { Check } from '../../../../src-shared/bridge/review'

describe('the change that makes a text another', () => {
  it.each([
    ['', 'abc'],
    ['abc', ''],
    ['abc', 'abc'],
    ['<p>one</p>', '<p>two</p>'],
    ['aaa', 'aaaa'],
    ['abab', 'ab'],
  ])('turns %j into %j', (before, after) => {
    const { from, to, insert } = changeBetween(before, after)
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
  })

  it('leaves what both begin and end with alone', () => {
    expect(changeBetween('<p>one</p>', '<p>two</p>')).toEqual({ from: 3, to: 6, insert: 'two' })
  })
})

describe('names of variables', () => {
  const offeredAt = (text: string) => {
    const state = EditorState.create({
      doc: text,
      extensions: knownVariables.of([
        { name: 'firstName', count: 40 },
        { name: 'home port', count: 3 },
      ]),
    })
    return completeVariable(new CompletionContext(state, text.length, false))
  }

  it('are offered after two braces, the most frequent first', () => {
    const found = offeredAt('<p>{{ fi')
    expect(found?.from).toBe(6)
    expect(found?.options.map(({ label }) => label)).toEqual(['firstName', 'home port'])
    const [first, second] = found?.options ?? []
    expect(first?.boost).toBeGreaterThan(second?.boost ?? 0)
  })

  it('are offered within tags, but for those that a tag cannot name', () => {
    const found = offeredAt('<p>{% if fi')
    expect(found?.from).toBe(9)
    expect(found?.options.map(({ label }) => label)).toEqual(['firstName'])
  })

  it.each(['<p>{ fi', '<p>fi', '{{firstName ?? "th', '{{firstName}} and', '{% i', '{% if x %} fi'])(
    'are not offered in %j',
    (text) => {
      expect(offeredAt(text)).toBeNull()
    },
  )
})

describe('faults', () => {
  const text = Text.of(['<p>', '  {{nobody}}', '</p>'])
  const check = (more: Partial<Check>): Check => ({
    key: 'k',
    rule: 'unknownVariable',
    outcome: 'error',
    title: 'Unknown variable `nobody`',
    sentence: 'Nobody has it.',
    count: null,
    figure: null,
    places: [{ part: 'body', line: 2, column: 3, length: 10 }],
    hasPeople: false,
    off: null,
    ...more,
  })

  it('stand where the check says', () => {
    const { from, to } = spanOf(text, { line: 2, column: 3, length: 10 })
    expect(text.sliceString(from, to)).toBe('{{nobody}}')
  })

  it('stay within a text that has become shorter since', () => {
    expect(spanOf(text, { line: 99, column: 99, length: 99 })).toEqual({ from: text.length, to: text.length })
  })

  it('are told in words, by their severity, and only of the part that is edited', () => {
    const checks = [
      check({}),
      check({ outcome: 'note', places: [{ part: 'subject', line: 1, column: 1, length: 1 }] }),
      check({ outcome: 'passed' }),
      check({ outcome: 'off' }),
    ]
    expect(diagnosticsOf(text, faultsOf(checks, 'body'))).toEqual([
      { from: 6, to: 16, severity: 'error', message: 'Unknown variable nobody. Nobody has it.' },
    ])
    expect(faultsOf(checks, 'subject')).toMatchObject([{ severity: 'info' }])
  })

  it('of a part that is one line are told by the gravest', () => {
    const inSubject = [{ part: 'subject' as const, line: 1, column: 1, length: 1 }]
    const checks = [
      check({ outcome: 'note', title: 'A note', places: inSubject }),
      check({ outcome: 'passed', title: 'Passed', places: inSubject }),
      check({ outcome: 'warning', title: 'Subject `SALE` is in capitals', places: inSubject }),
      check({ outcome: 'warning', title: 'Another', places: inSubject }),
    ]
    expect(partFaults(checks)).toEqual({
      subject: {
        severity: 'warning',
        title: 'Subject SALE is in capitals',
        sentence: 'Nobody has it.',
      },
    })
  })

  describe('where the cursor is', () => {
    const faults = [
      ...faultsOf([check({ outcome: 'note', title: 'A note' })], 'body'),
      ...faultsOf([check({})], 'body'),
    ]
    const at = (anchor: number, head = anchor) => {
      const state = EditorState.create({ doc: text, selection: { anchor, head } })
      return faultAtCursor(state.update(setDiagnostics(state, diagnosticsOf(state.doc, faults))).state)
    }

    it('are told by the gravest', () => {
      const gravest = { severity: 'error', message: 'Unknown variable nobody. Nobody has it.' }
      for (const offset of [6, 10, 16]) expect(at(offset)).toEqual(gravest)
      expect(at(0, text.length)).toEqual(gravest)
    })

    it('are not told of another place', () => {
      for (const offset of [0, 5, 17, text.length]) expect(at(offset)).toBeNull()
    })
  })
})
