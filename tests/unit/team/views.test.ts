import { expect, it } from 'vitest'
import type { SavedView } from '../../../src-shared/bridge/contacts'
import type { Body } from '../../../src-main/features/team/entry'
import { newSigningKey } from '../../../src-main/features/team/key'
import { peopleOf, type KnownTeam } from '../../../src-main/features/team/people'
import { TeamViews } from '../../../src-main/features/team/views'
import { readTexts, say, type Writer } from './attacks'

const view = (id: string, name: string): SavedView => ({
  id,
  name,
  query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
  columns: ['email'],
})

/** Two people on one folder, each with what they see of its views. */
function openFolder({ confirmed = true } = {}) {
  const texts: string[] = []
  const writers = ['Wiebke', 'Karel'].map((name): Writer => ({ ...newSigningKey(), name, head: null }))
  const [wiebke, karel] = writers.map((me) => {
    const trust: KnownTeam['trust'] = writers
      .filter((other) => confirmed && other !== me)
      .map(({ key, name }) => ({ key, name, at: 0, state: 'confirmed', by: '', end: null, despite: [] }))
    const write = async (body: Body) => {
      const { entry, text } = say(me, body)
      me.head = { seq: entry.seq, id: entry.id }
      texts.push(text)
    }
    const views = new TeamViews({
      path: '/team',
      write,
      get people() {
        return peopleOf(readTexts(texts), { me, trust, heads: {} })
      },
    })
    return { key: me.key, views, write }
  })
  if (!wiebke || !karel) throw new Error('Nobody is there')
  return { wiebke, karel, texts }
}

it('a view that one shares appears with the others, with who saved it', async () => {
  const { wiebke, karel } = openFolder()
  const mine = view('v1', 'Big boats')
  await karel.views.share(mine)
  expect(wiebke.views.list([])).toEqual([{ ...mine, id: `${karel.key}/v1`, by: 'Karel', shared: true }])
  expect(karel.views.list([mine])).toEqual([{ ...mine, by: null, shared: true }])
})

it('a shared view that is changed is changed for the others, and one that is not shared stays at home', async () => {
  const { wiebke, karel, texts } = openFolder()
  await karel.views.share(view('v1', 'Big boats'))
  await karel.views.changed(view('v1', 'Bigger boats'))
  await karel.views.changed(view('v2', 'Mine alone'))
  await karel.views.share(view('v1', 'Bigger boats'))
  expect(wiebke.views.list([]).map(({ name }) => name)).toEqual(['Bigger boats'])
  expect(texts).toHaveLength(2)
})

it('a view that is shared no more is gone with the others, its older versions too', async () => {
  const { wiebke, karel } = openFolder()
  await karel.views.share(view('v1', 'Big boats'))
  await karel.views.changed(view('v1', 'Bigger boats'))
  await karel.views.take('v1')
  expect(wiebke.views.list([])).toEqual([])
  await karel.views.share(view('v1', 'Bigger boats'))
  expect(wiebke.views.list([])).toHaveLength(1)
})

it('nobody sees a view of somebody whose key was not compared', async () => {
  const { wiebke, karel } = openFolder({ confirmed: false })
  await karel.views.share(view('v1', 'Big boats'))
  expect(wiebke.views.list([])).toEqual([])
})

it('a view that this Postroom cannot read is passed by, and what its writer signs still counts', async () => {
  const { wiebke, karel, texts } = openFolder()
  for (const text of ['{"id":"v1","name":7}', '[', 'null']) await karel.write({ kind: 'view', view: text })
  expect(texts).toHaveLength(3)
  expect(wiebke.views.list([])).toEqual([])
})

it('a view that no entry could hold is refused, and nothing is written', async () => {
  const { karel, texts } = openFolder()
  const much = { ...view('v1', 'Big'), query: { ...view('v1', '').query, search: 'x'.repeat(20_001) } }
  await expect(karel.views.share(much)).rejects.toMatchObject({ problem: { code: 'input_invalid' } })
  expect(texts).toEqual([])
})
