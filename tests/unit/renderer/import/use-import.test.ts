// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import type { OpenImport } from '../../../../src-renderer/pages/import/use-import'
import { detail, job } from './import-samples'
import { exposeImports, refusal, type Heard } from './import-core'
import { soon } from '../../../fixtures/soon'

let scope: EffectScope
let heard: Heard
let open: OpenImport
const id = ref<number | null>(7)

/** A page of its own: the bridge is opened once a page. */
async function begin(refused: readonly string[] = []) {
  vi.resetModules()
  setActivePinia(createPinia())
  heard = exposeImports(refused)
  id.value = 7
  const { useImport } = await import('../../../../src-renderer/pages/import/use-import')
  const { useLiveStore } = await import('../../../../src-renderer/stores/live')
  scope = effectScope()
  const live = scope.run(() => useLiveStore())
  const made = scope.run(() => useImport(() => id.value))
  if (!made || !live) throw new Error('The scope has ended')
  open = made
  return live
}

const asked = (name: string) => heard.filter((one) => one.name === name)

describe('an open import', () => {
  let live: Awaited<ReturnType<typeof begin>>
  beforeEach(async () => {
    live = await begin()
    await soon(() => expect(open.detail.value?.id).toBe(7))
  })

  it('is asked for again when one has changed', async () => {
    live.apply({ topic: 'imports', state: { revision: 2, active: [] } })
    await soon(() => expect(asked('get')).toHaveLength(2))
    scope.stop()
  })

  it('shows what is pushed at once, without asking', async () => {
    const work = { what: 'checking' as const, done: 3000, total: 14_760 }
    live.apply({ topic: 'imports', state: { revision: 0, active: [detail({ work })] } })
    await nextTick()
    expect(open.detail.value?.work).toEqual(work)
    expect(asked('get')).toHaveLength(1)
    scope.stop()
  })

  it('is not asked for while it is checked, and once it was', async () => {
    const busy = detail({ work: { what: 'checking', done: 1, total: 9 } })
    live.apply({ topic: 'imports', state: { revision: 2, active: [busy] } })
    await nextTick()
    live.apply({ topic: 'imports', state: { revision: 3, active: [] } })
    await soon(() => expect(asked('get')).toHaveLength(2))
    await soon(() => expect(open.detail.value?.work).toBeNull())
    scope.stop()
  })

  it('follows its jobs', async () => {
    const begun = detail({ jobs: [job({ done: 60 })] })
    live.apply({ topic: 'imports', state: { revision: 0, active: [begun] } })
    await nextTick()
    live.apply({ topic: 'jobs', state: { jobs: [job({ done: 75 })] } })
    expect(open.detail.value?.jobs[0]?.done).toBe(75)
    scope.stop()
  })

  it('is another one where the address says so, and none without one', async () => {
    id.value = 8
    await soon(() => expect(open.detail.value?.id).toBe(8))
    id.value = null
    await soon(() => expect(open.detail.value).toBeNull())
    scope.stop()
  })

  it('shows the counts of a repair before it is asked for again', () => {
    const before = open.detail.value?.counts
    if (!before) throw new Error('no counts')
    open.counted({ ...before, toWrite: 1 })
    expect(open.detail.value?.counts?.toWrite).toBe(1)
    scope.stop()
  })
})

describe('a refusal', () => {
  it('of the import itself is kept until it can be read', async () => {
    await begin(['get'])
    await soon(() => expect(open.problem.value).toEqual(refusal))
    expect(open.detail.value).toBeNull()
    scope.stop()
  })

  it('of what a person did is told, and what was shown stays', async () => {
    await begin(['map'])
    await soon(() => expect(open.detail.value).not.toBeNull())
    const { useBridge } = await import('../../../../src-renderer/bridge')
    expect(await open.act((one) => useBridge().imports.map({ id: one, columns: [] }))).toBe(false)
    expect(open.refusal.value).toEqual(refusal)
    expect(open.detail.value?.counts).not.toBeNull()
    expect(open.busy.value).toBe(false)
    scope.stop()
  })
})
