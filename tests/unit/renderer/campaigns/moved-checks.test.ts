import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { spanOf } from '../../../../src-renderer/features/mail/compose/editor/faults'
import { movedChecks } from '../../../../src-renderer/features/campaigns/content/use-content-checks'
import type { Place } from '../../../../src-shared/bridge/review'
import { check, mail } from './review-samples'

const body = [
  '<p>Hello {{firstName}},</p>',
  '<p>your port is {{port}}.</p>',
  '<p>Yours, {{firstName}}</p>',
].join('\n')

/** Every place of a variable, as a check says it. */
function placesOf(name: string, part: Place['part'] = 'body'): Place[] {
  return [...body.matchAll(new RegExp(`{{${name}}}`, 'g'))].map(({ index, 0: { length } }) => {
    const before = body.slice(0, index)
    const column = index - before.lastIndexOf('\n')
    return { part, line: before.split('\n').length, column, length }
  })
}

/** What the check marks in the mail as it is now. */
function marked(after: string, places = [...placesOf('firstName'), ...placesOf('port')]): string[] {
  const found = check({ rule: 'missingValue', outcome: 'warning', title: 'No value', places })
  const text = Text.of(after.split('\n'))
  return movedChecks([found], { ...mail, body }, { ...mail, body: after }).flatMap((moved) =>
    moved.places.map((place) => {
      const { from, to } = spanOf(text, place)
      return text.sliceString(from, to)
    }),
  )
}

const all = ['{{firstName}}', '{{firstName}}', '{{port}}']

describe('checks of a mail that is being written', () => {
  it('stay where they are while nothing is changed', () => {
    expect(marked(body)).toEqual(all)
  })

  it('move with the text before them', () => {
    expect(marked(`<h1>Tides</h1>\n${body}`)).toEqual(all)
    expect(marked(body.replace('<p>Hello', '<p>Good morning'))).toEqual(all)
    expect(marked(body.replace('<p>Hello {{firstName}},</p>\n', ''))).toEqual(['{{firstName}}', '{{port}}'])
  })

  it('leave out what was changed, and no other', () => {
    expect(marked(body.replace('{{port}}', '{{port ?? "as you set it"}}'))).toEqual([
      '{{firstName}}',
      '{{firstName}}',
    ])
  })

  it('count lines alike whatever they end with', () => {
    const found = check({
      rule: 'missingValue',
      outcome: 'warning',
      title: 'No value',
      places: placesOf('port'),
    })
    const windows = { ...mail, body: body.replaceAll('\n', '\r\n') }
    expect(movedChecks([found], windows, { ...mail, body })).toEqual([found])
  })

  it('leave out the subject where that is another, and keep whom it is for', () => {
    const places: Place[] = [
      { part: 'subject', line: 1, column: 1, length: 4 },
      { part: 'audience', line: 1, column: 1, length: 0 },
    ]
    const found = check({ rule: 'missingValue', outcome: 'warning', title: 'No value', places })
    const [same] = movedChecks([found], mail, { ...mail })
    expect(same?.places).toEqual(places)
    const [changed] = movedChecks([found], mail, { ...mail, subject: 'Another' })
    expect(changed?.places.map(({ part }) => part)).toEqual(['audience'])
  })
})
