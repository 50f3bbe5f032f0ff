import { expect, it } from 'vitest'
import { Watched } from '../../../src-main/features/campaigns/watched'

const recipients = { recipients: 1000 }

it('says nothing before 20 seconds of it are known', () => {
  const watched = new Watched()
  watched.note(0, 0)
  watched.note(19_999, 200)
  expect(watched.progress(recipients)).toBeNull()
})

it('reckons the rate from what was sent between two looks', () => {
  const watched = new Watched()
  watched.note(0, 100)
  watched.note(20_000, 380)
  expect(watched.progress(recipients)).toEqual({ perSecond: 14, secondsLeft: 620 / 14 })
})

it('says nothing where nothing was sent meanwhile', () => {
  const watched = new Watched()
  watched.note(0, 100)
  watched.note(30_000, 100)
  expect(watched.progress(recipients)).toBeNull()
})

it('forgets what is older than five minutes', () => {
  const watched = new Watched()
  watched.note(0, 0)
  watched.note(100_000, 10)
  watched.note(400_000, 310)
  expect(watched.progress(recipients)).toMatchObject({ perSecond: 1 })
})
