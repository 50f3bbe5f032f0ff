import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, Facet, type Extension } from '@codemirror/state'
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view'
import { formatNumber } from '../../../format'

/** A name that variables can have, and how many people have a value for it. */
export interface KnownVariable {
  name: string
  count: number
}

/** The names that are offered after `{{`. */
export const knownVariables = Facet.define<readonly KnownVariable[], readonly KnownVariable[]>({
  combine: (values) => values.flat(),
})

/** What can stand in `{{ ... }}` up to the cursor. */
const begun = /\{\{\s*[^{}?|<>&'"\n]*$/

/** Offers names after `{{`, and closes the braces behind the one that is taken. */
export function completeVariable(context: CompletionContext): CompletionResult | null {
  const found = context.matchBefore(begun)
  if (found === null) return null
  const known = context.state.facet(knownVariables)
  const options = known.map(({ name, count }, index): Completion => ({
    label: name,
    detail: count > 0 ? formatNumber(count) : undefined,
    // The most frequent first, as they came.
    boost: Math.max(-99, 50 - index),
    apply: (view, _, from, to) => insert(view, name, from, to),
  }))
  const from = found.from + (/^\{\{\s*/.exec(found.text)?.[0].length ?? 2)
  return { from, options, validFor: /^[^{}?|<>&'"\n]*$/ }
}

function insert(view: EditorView, name: string, from: number, to: number): void {
  const behind = /^\s*\}\}/.exec(view.state.sliceDoc(to, to + 20))
  const text = behind ? name : `${name}}}`
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length + (behind?.[0].length ?? 0) },
    userEvent: 'input.complete',
  })
}

const marks = new MatchDecorator({
  regexp: /\{\{[^{}\n]{1,200}\}\}/g,
  decoration: Decoration.mark({ class: 'cm-variable' }),
})

const marked = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = marks.createDeco(view)
    }
    update(update: Parameters<MatchDecorator['updateDeco']>[0]): void {
      this.decorations = marks.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** Variables stand out, and their names are offered wherever they may stand: also in styles and attributes. */
export const variables: Extension = [
  marked,
  EditorState.languageData.of(() => [{ autocomplete: completeVariable }]),
]
