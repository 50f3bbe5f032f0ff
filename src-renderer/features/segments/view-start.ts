import type { FilterCondition } from '../../../src-shared/interface/filter'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { viewCondition } from './view-condition'

/** What a segment begins with that is made from a saved view: nothing without one, where the view is gone, or the service cannot ask for it. */
export async function startOfView(
  { contacts }: Bridge,
  id: string | null,
): Promise<{ name?: string; condition?: FilterCondition }> {
  if (id === null) return {}
  const [{ views }, { fields }, inner] = await Promise.all([
    contacts.views(),
    contacts.fields(),
    contacts.innerFields(),
  ])
  const view = views.find((one) => one.id === id)
  const made = view && viewCondition(view, [...fields, ...inner.fields])
  return made && 'condition' in made ? { name: view.name, condition: made.condition } : {}
}
