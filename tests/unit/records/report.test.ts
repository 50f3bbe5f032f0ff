import { saidText } from '../../../src-shared/messages/told'
import { expect, it } from 'vitest'
import { reportOf } from '../../../src-main/copying/offset/reading'

const drift = (more: object = {}) => ({ drift: { reread: 0, gaps: 0, repeated: 0, passes: 1, ...more } })
const end = (more: object = {}) => ({ complete: true, missing: 0, ...more })

it('says nothing of a run over a list that stood still', () => {
  expect(reportOf(drift(), end())).toEqual([])
})

it('says what drifted, and what was done about it', () => {
  expect(reportOf(drift({ reread: 1, repeated: 3 }), end()).map(saidText)).toEqual([
    'The list got shorter while it was read: 1 page was read again from further up.',
    '3 records came again, because newer ones came in before them.',
  ])
})

it('says what the run cannot know', () => {
  expect(reportOf(drift({ gaps: 2, passes: 2 }), end({ complete: false, missing: 1 })).map(saidText)).toEqual(
    [
      'At 2 places the list moved too fast to be followed.',
      'The whole list was read twice.',
      'The service counts 1 record more than it listed. The next run looks for it.',
      'What it did not list was kept: a later run will show what is gone.',
    ],
  )
})
