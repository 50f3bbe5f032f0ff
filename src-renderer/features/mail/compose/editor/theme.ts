import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** As JsonView: mono on sunk, line numbers t3, keys t2, values t1, faults underlined. On tokens alone, so dark follows. */
export const editorTheme: Extension = [
  EditorView.theme({
    '&': { height: '100%', backgroundColor: 'var(--sunk)', color: 'var(--t1)', fontSize: '12px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', overflow: 'auto' },
    '.cm-content': { padding: '8px 0 32px', caretColor: 'var(--t1)' },
    '.cm-line': {
      padding: '0 16px 0 8px',
      // What is selected lies on a layer of its own: the page's colour for selected text would not be seen on it.
      '& ::selection, &::selection': { color: 'currentColor' },
    },
    '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--t1)' },
    '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--t3)', border: '0' },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 8px 0 12px' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
    '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--hover)' },
    '&.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--t2)' },
    '& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
      backgroundColor: 'var(--line2)',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--active)' },
    '.cm-variable': {
      color: 'var(--wax)',
      backgroundColor: 'var(--waxs)',
      borderRadius: 'var(--radius-tag)',
    },
    '.cm-lintRange': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy 1px',
      textUnderlineOffset: '3px',
    },
    '.cm-lintRange-error': { textDecorationColor: 'var(--danger)' },
    '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
    '.cm-lintRange-info': { textDecorationColor: 'var(--info)' },
    '.cm-lintRange-active': { backgroundColor: 'var(--active)' },
    '.cm-lintPoint::after': { borderBottomColor: 'var(--danger)' },
    '.cm-diagnostic': {
      padding: '6px 10px',
      fontFamily: 'var(--font)',
      fontSize: '12px',
      lineHeight: '18px',
    },
    '.cm-diagnostic-error': { borderLeft: '2px solid var(--danger)' },
    '.cm-diagnostic-warning': { borderLeft: '2px solid var(--warning)' },
    '.cm-diagnostic-info': { borderLeft: '2px solid var(--info)' },
    '.cm-tooltip': {
      maxWidth: '360px',
      border: '0',
      borderRadius: 'var(--radius-control)',
      backgroundColor: 'var(--raised)',
      color: 'var(--t1)',
      boxShadow: 'var(--shadow-menu)',
      zIndex: 'var(--z-menu)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { padding: '4px', fontFamily: 'var(--font-mono)' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
      display: 'flex',
      gap: '16px',
      padding: '3px 8px',
      borderRadius: 'var(--radius-chip)',
    },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--active)',
      color: 'var(--t1)',
    },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
    '.cm-completionDetail': {
      marginLeft: 'auto',
      color: 'var(--t2)',
      fontFamily: 'var(--font)',
      fontStyle: 'normal',
    },
    '.cm-panels': { backgroundColor: 'var(--card)', color: 'var(--t1)' },
    '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
    '.cm-panel.cm-search': { padding: '6px 32px 6px 12px', fontFamily: 'var(--font)', fontSize: '12px' },
    '.cm-textfield': {
      height: '24px',
      border: '1px solid var(--ctl)',
      borderRadius: 'var(--radius-control)',
      backgroundColor: 'var(--card)',
      fontSize: '12px',
    },
    '.cm-button': {
      border: '1px solid var(--line2)',
      borderRadius: 'var(--radius-control)',
      backgroundImage: 'none',
      backgroundColor: 'var(--card)',
      fontSize: '12px',
    },
    '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)' },
    '.cm-searchMatch-selected': { outline: '1px solid var(--warning)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.tagName, tags.angleBracket, tags.keyword, tags.propertyName], color: 'var(--info)' },
      { tag: [tags.attributeName, tags.definition(tags.propertyName)], color: 'var(--t2)' },
      { tag: [tags.attributeValue, tags.string], color: 'var(--success)' },
      { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: 'var(--t3)' },
    ]),
  ),
]
