import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A list as people write it: "5", "3, 7 and 11", "4 to 7 and 9". */
const several = (one: string) => String.raw`${one}(?:(?:, | and |, and | to )${one})*`

const sections = new RegExp(String.raw`^,? sections? (${several(String.raw`\d+`)})`)
const rules = new RegExp(String.raw`^, rules? (${several(String.raw`\d+`)})`)
const checks = new RegExp(String.raw`^, (${several(String.raw`C\d+`)})`)
const forms = new RegExp(String.raw`^, forms? (${several('[A-Z]')})\b`)
const names = /^(?:,? sections? \d+)?, ("[^"]+"(?:(?:, | and )"[^"]+")*)/
/** Places of documents that are not ours: "RFC 5321, section 5.1", "the HTML standard (section 13.2.5)". */
const theirs = /(?:\bRFC \d+,? |\bstandard \()$/

/** The comments of a source, each as one line; a source without comment marks (Markdown) as a whole. */
export function commentsOf(file: string, source: string): string[] {
  if (file.endsWith('.md')) return [joined(source)]
  return [...source.matchAll(/\/\*[^]*?\*\/|(?:(?<=^|\s)\/\/.*(?:\n\s*(?=\/\/))?)+|<!--[^]*?-->/g)].map(
    ([text]) => joined(text),
  )
}

function joined(text: string) {
  return text.replace(/\n\s*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ')
}

/** What a comment of `file` cites and the repository does not hold, in words. */
export function missingOf(file: string, comment: string): string[] {
  const missing: string[] = []
  for (const found of comment.matchAll(/[\w./-]*\w\.md\b/g)) {
    const path = held(file, found[0])
    if (path === null) missing.push(found[0])
    else
      missing.push(
        ...missingIn(found[0], readFileSync(path, 'utf8'), comment.slice(found.index + found[0].length)),
      )
  }
  for (const found of comment.matchAll(/\b(?:section|rule)s? \d+/g)) {
    const before = comment.slice(0, found.index)
    if (!/\.md,? $/.test(before) && !theirs.test(before)) missing.push(`${found[0]} of no document`)
  }
  return missing
}

/** Where a document lies that is cited by its path, or by its name alone from beside it or of docs/. */
function held(file: string, name: string) {
  return [name, join('docs', name), join(dirname(file), name)].find((path) => existsSync(path)) ?? null
}

/** What stands behind a document's name, `after`, and has no place in its `text`. */
function missingIn(name: string, text: string, after: string) {
  const missing: string[] = []
  const need = (cited: string | undefined, one: RegExp, place: (each: string) => RegExp) => {
    for (const [each] of cited?.matchAll(one) ?? [])
      if (!place(each).test(text)) missing.push(`${name}, ${each}`)
  }
  need(sections.exec(after)?.[1], /\d+/g, (each) => new RegExp(`^## ${each}\\. `, 'm'))
  need(rules.exec(after)?.[1], /\d+/g, (each) => new RegExp(`^${each}\\. \\*\\*`, 'm'))
  need(checks.exec(after)?.[1], /C\d+/g, (each) => new RegExp(`^\\| ${each} `, 'm'))
  need(forms.exec(after)?.[1], /[A-Z]/g, (each) => new RegExp(`^\\| ${each} `, 'm'))
  for (const [, title = ''] of names.exec(after)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])
    if (!titled(text, title)) missing.push(`${name}, ${title}`)
  return missing
}

/** Whether a heading, a row of a table or a bold beginning of a paragraph has this title. */
function titled(text: string, title: string) {
  return text.split('\n').some((line) => {
    const beginning = /^(?:#+ (?:\d+\. )?|\| |(?:- )?\*\*)/.exec(line)?.[0]
    return beginning !== undefined && line.startsWith(title, beginning.length)
  })
}
