import type { ListColumn } from './column'

/** What a part of a cell says: hidden parts are not said, what has a name of its own is said by it. */
function saidOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
  const name = node.getAttribute('aria-label')
  return name ?? [...node.childNodes].map(saidOf).join(' ')
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** What is said of a row that has the focus: what it is called by, then its cells with their heads; none without a value. */
export function rowSpeech(row: Element, name: string, columns: readonly ListColumn[]): string {
  const facts = columns.flatMap(({ key, label }, at) => {
    const cell = row.querySelector(`[data-cell="${CSS.escape(key)}"]`)
    const text = cell === null ? '' : tidy(saidOf(cell))
    if (text === '' || text === '–' || name.includes(text)) return []
    return [at === 0 || label === '' ? text : `${label} ${text}`]
  })
  return [name, ...facts].join(', ')
}
