import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { editorTheme } from './theme'
import { variables } from './variables'

/** The HTML of a mail as it is edited. The Tab key leaves it, so that nobody is caught in it. */
export function mailEditing(options: { label: string; describedBy?: string; readOnly: boolean }): Extension {
  const { label, describedBy, readOnly } = options
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    history(),
    drawSelection(),
    dropCursor(),
    bracketMatching(),
    indentUnit.of('  '),
    html(),
    variables,
    autocompletion({ icons: false, closeOnBlur: true }),
    search(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      // Said, though it is so by itself: who checks the page for what can be scrolled looks for it.
      tabindex: '0',
      ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
    keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    editorTheme,
  ]
}
