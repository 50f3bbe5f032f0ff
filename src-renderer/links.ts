import type { RouteLocationRaw } from 'vue-router'
import type { ImportStep } from '../src-shared/bridge/imports'

/** The screens' route names. */
export type Screen = 'overview' | 'contacts' | 'events' | 'import' | 'activity' | 'settings' | 'welcome'

/** Contacts with one of them open in the side panel: the screen reads `query.open`. */
export function contactLink(id: string): RouteLocationRaw {
  return { name: 'contacts', query: { open: id } }
}

/** Contacts found by a search: the screen reads `query.search`. */
export function contactsSearchLink(search: string): RouteLocationRaw {
  return { name: 'contacts', query: { search } }
}

/** Contacts with the form for a new one open: the screen reads `query.add` and takes it off again. */
export function addContactLink(): RouteLocationRaw {
  return { name: 'contacts', query: { add: '1' } }
}

/** Contacts with a change of many, under way or ended, shown above: the screen reads `query.job`. */
export function bulkJobLink(id: number): RouteLocationRaw {
  return { name: 'contacts', query: { job: id } }
}

/** The events of one contact: the screen reads `query.contact`. */
export function contactEventsLink(id: string): RouteLocationRaw {
  return { name: 'events', query: { contact: id } }
}

/** Settings at one of its sections: `profiles`, `appearance`, `storage`, `about`. */
export function settingsLink(section: string): RouteLocationRaw {
  return { name: 'settings', hash: `#${section}` }
}

/** The ways into a new import. */
export function importStartLink(): RouteLocationRaw {
  return { name: 'import' }
}

/** An import at one of its steps: the screen reads `query.open` and `query.step`; without a step, as far as it has come. */
export function importLink(id: number, step?: ImportStep): RouteLocationRaw {
  return { name: 'import', query: step ? { open: id, step } : { open: id } }
}

/** What became of earlier imports: the screen reads `query.history`. */
export function importHistoryLink(): RouteLocationRaw {
  return { name: 'import', query: { history: '1' } }
}
