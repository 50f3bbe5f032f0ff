import type { RowChange } from './statements'

type Watched = Readonly<Partial<Record<string, readonly RowChange[]>>>

/** Those who are told when rows of tables change. */
export class TableListeners {
  readonly #all: { watched: Watched; changed: () => void }[] = []

  /** Calls back with changes of these kinds. */
  add(watched: Watched, changed: () => void): void {
    this.#all.push({ watched, changed })
  }

  /** Tells whoever watches for such a change of a table. */
  tell(table: string, change: RowChange): void {
    for (const { watched, changed } of this.#all) if (watched[table]?.includes(change)) changed()
  }
}
