/**
 * Columns that a rejects file has behind those of the file it comes from: the line, why the row was not written, and the
 * stable code of that. By their names such a file is known when it is imported again.
 */
export const rejectColumns = ['postroom.line', 'postroom.reason', 'postroom.code'] as const

/** Whether a column is one of {@link rejectColumns}. */
export function isRejectColumn(name: string): boolean {
  return rejectColumns.some((own) => own === name.trim().toLowerCase())
}

/** Whether a file with these names is a rejects file of ours: then its cells were guarded by {@link guarded}. */
export function isRejectsHeader(names: readonly string[]): boolean {
  const known = new Set(names.map((name) => name.trim().toLowerCase()))
  return rejectColumns.every((name) => known.has(name))
}

/**
 * What a spreadsheet takes for the start of a formula, full-width forms included, behind any white space
 * (docs/security.md, C33). Tab and line breaks at the start are guarded for themselves. Apostrophes in front do not count:
 * a cell that has one gets another, so that taking one off always gives back what stood there.
 */
const formula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Whether a text must not stand in a cell of a spreadsheet as it is. */
export function needsGuard(text: string): boolean {
  return formula.test(text)
}

/** A text with the apostrophe that keeps a spreadsheet from running it, where it needs one. */
export function guarded(text: string): string {
  return needsGuard(text) ? `'${text}` : text
}

/** What stood in a cell that {@link guarded} wrote. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell
}
