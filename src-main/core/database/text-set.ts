import { TextRows } from './text-rows'

/** A set of texts in few bytes each; another text is taken for one of them as seldom as {@link TextRows} says. */
export class TextSet {
  readonly #rows = new TextRows()

  add(text: string): void {
    this.#rows.add(text, 1)
  }

  has(text: string): boolean {
    return this.#rows.find(text) !== undefined
  }
}
