import { savedViewSchema, type ListedView, type SavedView } from '../../../src-shared/bridge/contacts'
import { canonical } from '../../../src-shared/same-value'
import { says, viewLength, type Body, type EntryOf } from './entry'
import type { Person } from './people'
import { viewTooLarge } from './refused'
import { parsedJson } from '../../../src-shared/parsed-json'

/** What views are shared through. */
interface SharedFolder {
  readonly path: string | null
  readonly people: readonly Person[]
  write(body: Body): Promise<void>
}

/** A view as somebody shares it now. */
interface SharedEntry {
  person: Person
  entry: EntryOf<'view'>
  view: SavedView
}

/** Saved views of contacts that people share: the newest entry of its writer about a view is the view. */
export class TeamViews {
  constructor(private readonly folder: SharedFolder) {}

  /** One's own views, and those that others share. */
  list(own: readonly SavedView[]): ListedView[] {
    const shared = this.#shared()
    const mine = new Set(shared.filter(isMine).map(({ view }) => view.id))
    return [
      ...own.map((view): ListedView => ({ ...view, by: null, shared: mine.has(view.id) })),
      ...shared
        .filter((each) => !isMine(each))
        .map(({ person, view }) => ({
          ...view,
          id: `${person.key}/${view.id}`,
          by: person.name,
          shared: true,
        })),
    ]
  }

  /** Shares a view as it is now. */
  async share(view: SavedView): Promise<void> {
    const text = canonical(view)
    if (this.#mine(view.id)?.entry.body.view === text) return
    if (text.length > viewLength) throw viewTooLarge(view.name)
    await this.folder.write({ kind: 'view', view: text })
  }

  /** A view of one's own was changed: where it is shared, the others get it as it is. */
  async changed(view: SavedView): Promise<void> {
    if (this.#mine(view.id)) await this.share(view)
  }

  /** Shares a view no more. Rejects where the folder is away. */
  async take(id: string): Promise<void> {
    const mine = this.#mine(id)
    if (mine) await this.folder.write({ kind: 'retract', of: mine.entry.id })
  }

  #mine(id: string): SharedEntry | undefined {
    return this.#shared().find((each) => isMine(each) && each.view.id === id)
  }

  #shared(): SharedEntry[] {
    if (this.folder.path === null) return []
    return this.folder.people
      .filter(({ state }) => state === 'me' || state === 'confirmed' || state === 'removed')
      .flatMap(sharedBy)
  }
}

const isMine = ({ person }: SharedEntry): boolean => person.state === 'me'

function sharedBy(person: Person): SharedEntry[] {
  const { entries } = person.chain
  const takenBack = new Set(entries.flatMap((entry) => (says(entry, 'retract') ? [entry.body.of] : [])))
  const newest = new Map<string, SharedEntry>()
  for (const entry of entries) {
    if (!says(entry, 'view')) continue
    // What a newer Postroom wrote may say more than this one can show.
    const { data: view } = savedViewSchema.safeParse(parsedJson(entry.body.view))
    if (view) newest.set(view.id, { person, entry, view })
  }
  return [...newest.values()].filter(({ entry }) => !takenBack.has(entry.id))
}
