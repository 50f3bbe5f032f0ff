import { expect, it } from 'vitest'
import { Rounds } from '../../../src-service/rounds'

/** Rounds whose work ends when it is told to. */
function heldRounds() {
  const begun: (() => void)[] = []
  const rounds = new Rounds(() => new Promise((resolve) => begun.push(resolve)))
  return { begun, rounds }
}
const promises = () => new Promise((resolve) => setImmediate(resolve))

it('begins one round at a time, and one more for all that was asked for meanwhile', async () => {
  const { begun, rounds } = heldRounds()
  for (let asked = 0; asked < 3; asked++) rounds.begin()
  expect(begun).toHaveLength(1)
  begun[0]?.()
  await promises()
  expect(begun).toHaveLength(2)
  begun[1]?.()
  await promises()
  expect(begun).toHaveLength(2)
  rounds.begin()
  expect(begun).toHaveLength(3)
})

it('ends with the round that is under way, and begins none after it', async () => {
  const { begun, rounds } = heldRounds()
  rounds.begin()
  rounds.begin()
  let ended = false
  const end = rounds.end().then(() => (ended = true))
  await promises()
  expect(ended).toBe(false)
  begun[0]?.()
  await end
  expect(begun).toHaveLength(1)
})
