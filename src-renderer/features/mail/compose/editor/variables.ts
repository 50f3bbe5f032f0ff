import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, Facet, type Extension } from '@codemirror/state'
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view'
import { formatNumber } from '../../../../format'

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
/** A name that begins within a tag of Liquid, behind the tag's own. */
const begunInTag = /\{%-?\s*[a-z]+\s[^{}%\n]*$/

/** Offers names after `{{` and within tags, and closes the braces behind the one that is taken. */
export function completeVariable(context: CompletionContext): CompletionResult | null {
  const found = context.matchBefore(begun)
  if (found === null) return inTag(context)
  const known = context.state.facet(knownVariables)
  const options = known.map((variable, index): Completion => ({
    ...optionOf(variable, index),
    apply: (view, _, from, to) => insert(view, variable.name, from, to),
  }))
  const from = found.from + (/^\{\{\s*/.exec(found.text)?.[0].length ?? 2)
  return { from, options, validFor: /^[^{}?|<>&'"\n]*$/ }
}

function inTag(context: CompletionContext): CompletionResult | null {
  const name = context.matchBefore(begunInTag) && context.matchBefore(/[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u)
  if (!name || name.from === name.to) return null
  // A name with spaces in it is a variable of its own form, which tags do not know.
  const known = context.state.facet(knownVariables).filter((variable) => !/\s/.test(variable.name))
  return { from: name.from, options: known.map(optionOf), validFor: /^[\p{L}\p{N}_$@.-]*$/u }
}

function optionOf({ name, count }: KnownVariable, index: number): Completion {
  // The most frequent first, as they came.
  return {
    label: name,
    detail: count > 0 ? formatNumber(count) : undefined,
    boost: Math.max(-99, 50 - index),
  }
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
  regexp: /\{\{[^{}\n]{1,200}\}\}|\{%[^{}\n]{1,200}%\}/g,
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

/** Variables and tags stand out, and their names are offered wherever they may stand: also in styles and attributes. */
export const variables: Extension = [
  marked,
  EditorState.languageData.of(() => [{ autocomplete: completeVariable }]),
]
