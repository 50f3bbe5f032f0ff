import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { useBridge } from '../../../../src-renderer/bridge'
import { useImport, type OpenImport } from '../../../../src-renderer/features/imports/use-import'
import type { Bridge } from '../../../../src-shared/bridge/contract'
import { soon } from '../../../fixtures/soon'
import type { Refusals } from '../fixtures/fake-core'
import type { Page } from '../fixtures/page'
import { openImports, refusal } from './import-core'
import { detail, job } from './import-samples'

let page: Page
let open: OpenImport
let bridge: Bridge
const id = ref<number | null>(7)
afterEach(() => page.close())

const Opening = defineComponent({
  setup() {
    bridge = useBridge()
    open = useImport(() => id.value)
    return () => null
  },
})

/** A page that has opened the import. */
async function begin(refused: Refusals = {}): Promise<void> {
  id.value = 7
  page = await openImports(Opening, refused)
}

describe('an open import', () => {
  beforeEach(async () => {
    await begin()
    await soon(() => expect(open.detail.value?.id).toBe(7))
  })

  it('is asked for again when one has changed', async () => {
    page.tell({ topic: 'imports', state: { revision: 2, active: [] } })
    await soon(() => expect(page.asked('imports.get')).toHaveLength(2))
  })

  it('shows what is pushed at once, without asking', async () => {
    const work = { what: 'checking' as const, done: 3000, total: 14_760 }
    page.tell({ topic: 'imports', state: { revision: 0, active: [detail({ work })] } })
    await nextTick()
    expect(open.detail.value?.work).toEqual(work)
    expect(page.asked('imports.get')).toHaveLength(1)
  })

  it('is not asked for while it is checked, and once it was', async () => {
    const busy = detail({ work: { what: 'checking', done: 1, total: 9 } })
    page.tell({ topic: 'imports', state: { revision: 2, active: [busy] } })
    await nextTick()
    page.tell({ topic: 'imports', state: { revision: 3, active: [] } })
    await soon(() => expect(page.asked('imports.get')).toHaveLength(2))
    await soon(() => expect(open.detail.value?.work).toBeNull())
  })

  it('follows its jobs', async () => {
    const begun = detail({ jobs: [job({ done: 60 })] })
    page.tell({ topic: 'imports', state: { revision: 0, active: [begun] } })
    await nextTick()
    page.tell({ topic: 'jobs', state: { jobs: [job({ done: 75 })] } })
    expect(open.detail.value?.jobs[0]?.done).toBe(75)
  })

  it('is another one where the address says so, and none without one', async () => {
    id.value = 8
    await soon(() => expect(open.detail.value?.id).toBe(8))
    id.value = null
    await soon(() => expect(open.detail.value).toBeNull())
  })

  it('shows the counts of a repair before it is asked for again', () => {
    const before = open.detail.value?.counts
    if (!before) throw new Error('no counts')
    open.counted({ ...before, toWrite: 1 })
    expect(open.detail.value?.counts?.toWrite).toBe(1)
  })
})

describe('a refusal', () => {
  it('of the import itself is kept until it can be read', async () => {
    await begin({ 'imports.get': refusal })
    await soon(() => expect(open.problem.value).toEqual(refusal))
    expect(open.detail.value).toBeNull()
  })

  it('of what a person did is told, and what was shown stays', async () => {
    await begin({ 'imports.map': refusal })
    await soon(() => expect(open.detail.value).not.toBeNull())
    expect(await open.act((one) => bridge.imports.map({ id: one, columns: [] }))).toBe(false)
    expect(open.refusal.value).toEqual(refusal)
    expect(open.detail.value?.counts).not.toBeNull()
    expect(open.busy.value).toBe(false)
  })
})
