import { afterEach, expect, it } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { useOpened } from '../../../../src-renderer/composables/opened'
import { soon } from '../../../fixtures/soon'

interface Thing {
  id: number
  found: number
}

const scope = effectScope()
afterEach(() => scope.stop())

it('asks again after an act during which the thing changed: the answer may be older than the change', async () => {
  const changes = ref(0)
  const answers = [17, 18]
  const opened = scope.run(() =>
    useOpened<Thing, Thing>({
      id: () => 7,
      get: (id) => Promise.resolve({ id, found: answers.shift() ?? 0 }),
      discard: () => Promise.resolve(),
      changes: () => changes.value,
      pushes: () => changes.value,
      pushed: () => null,
      pauseMs: 1,
    }),
  )
  if (!opened) throw new Error('The scope has ended')
  await soon(() => expect(opened.current.value?.found).toBe(17))
  let answer: (thing: Thing) => void = () => undefined
  const acting = opened.act(() => new Promise<Thing>((resolve) => (answer = resolve)))
  changes.value += 1
  await nextTick()
  answer({ id: 7, found: 17 })
  expect(await acting).toBe(true)
  await soon(() => expect(opened.current.value?.found).toBe(18))
})
