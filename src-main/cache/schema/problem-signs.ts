import { z } from 'zod'
import { lazyLooseObject } from '../../../src-shared/lazily'
import * as english from '../../../src-shared/messages/english'
import { tell, toldText, type ToldSentence } from '../../../src-shared/messages/told'
import { problemTexts } from '../../../src-shared/problem'
import type { Migration } from '../../core/database/migrate'
import { retellGrounds } from './verdict-signs'

/** Columns of problems as JSON; where they are within another column's, their path there. */
const problems = [
  ...['job', 'run', 'outbox', 'sending', 'sent_mail', 'batch'].map((table) => ({ table, column: 'problem' })),
  ...['run_problem', 'undo_problem'].map((column) => ({ table: 'work_item', column })),
  { table: 'import', column: 'head', path: '$.problem' },
  { table: 'record_run', column: 'run', path: '$.problem' },
]

const storedSchema = lazyLooseObject(() => ({
  code: z.string(),
  title: z.string(),
  why: z.string(),
  action: z.string(),
  told: z.unknown().optional(),
}))

/**
 * Problems, reasons and names that the program gave keep signs, which are said when they are shown. What an older Postroom
 * kept is recognised by the English catalogue; the rest is shown as it is.
 */
export const problemSigns: Migration = {
  number: 175,
  name: 'signs of problems',
  up(db) {
    const signOf = recogniser()
    const kept = (text: string) => toldText(signOf(text) ?? text)
    const options = { deterministic: true }
    db.function('signed_text', options, (text) => (typeof text === 'string' ? kept(text) : null))
    db.function('signed_problem', options, (text) => (typeof text === 'string' ? signed(text, signOf) : null))
    db.function('signed_failure', options, (text) =>
      typeof text === 'string' ? failure(text, signOf) : null,
    )
    for (const { table, column, path } of problems.map((one) => ({ path: null, ...one }))) {
      const at = path === null ? column : `${column} -> '${path}'`
      const to = path === null ? '' : `json_set(${column}, '${path}', json(`
      db.exec(
        `UPDATE ${table} SET ${column} = ${to}signed_problem(${at})${path === null ? '' : '))'}
         WHERE ${path === null ? column : `${column} ->> '${path}'`} IS NOT NULL`,
      )
    }
    db.exec(`
      UPDATE activity SET problem = signed_failure(problem) WHERE problem IS NOT NULL;
      UPDATE import SET head = json_set(head, '$.name', signed_text(head ->> '$.name'));
      UPDATE import_mapping SET name = signed_text(name);
      UPDATE batch SET name = signed_text(name);
    `)
    retellGrounds(db, kept)
  },
}

/** A stored problem with the signs of its sentences, as far as they are known. */
function signed(text: string, signOf: (text: string) => ToldSentence | null): string {
  const read = storedSchema.safeParse(JSON.parse(text))
  if (!read.success || read.data.told !== undefined) return text
  const { data: problem } = read
  const signs = problemTexts.map((name) => [name, signOf(problem[name])] as const)
  const told = Object.fromEntries(signs.filter(([, sign]) => sign !== null))
  return JSON.stringify({ ...problem, told })
}

/** A failure of the activity log: "not_found: There is no such contact. It was deleted." */
function failure(text: string, signOf: (text: string) => ToldSentence | null): string {
  const [, code, title, why] = /^([a-z_]+): (.+?)\. (.+)$/s.exec(text) ?? []
  if (code === undefined || title === undefined || why === undefined) return toldText(signOf(text) ?? text)
  const [of, because] = [signOf(title), signOf(why)]
  if (of === null && because === null) return text
  return toldText(
    tell('told.failure', { code, title: of ?? title, why: because ? { ...because, words: why } : why }),
  )
}

/** Fewer letters than these tell no text with places from words of another origin. */
const leastLetters = 10

/** Tells the sign of a text that the English catalogue says; null where it says none such. A new copy holds no text to ask about. */
function recogniser(): (text: string) => ToldSentence | null {
  let recognise: ReturnType<typeof ofCatalogue> | null = null
  return (text) => (recognise ??= ofCatalogue())(text)
}

/** {@link recogniser} with the whole catalogue read. */
function ofCatalogue(): (text: string) => ToldSentence | null {
  const exact = new Map<string, ToldSentence>()
  const patterns: { say: string; pattern: RegExp; values: object }[] = []
  for (const [say, said] of textsOfProblems()) {
    const text = straight(said)
    if (!text.includes('{')) exact.set(text, exact.get(text) ?? { say, values: {} })
    // A text that quotes the service where it said something is two.
    const quoted = /\{message, select, null \{\} other \{(.+?\{message\})\}\}/
    const [silent, quoting] = [text.replace(quoted, ''), text.replace(quoted, '$1')]
    for (const [each, values] of [
      [silent, silent === text ? {} : { message: null }] as const,
      [quoting, {}] as const,
    ])
      if (/^[^{}]*(?:\{\w+\}[^{}]*)+$/.test(each) && each.replace(/\{\w+\}/g, '').length >= leastLetters)
        patterns.push({ say, values, pattern: patternOf(each) })
  }
  const known = new Map<string, ToldSentence | null>()
  const find = (text: string): ToldSentence | null => {
    for (const { say, pattern, values } of patterns) {
      const groups = pattern.exec(text)?.groups
      if (groups) return { say, values: { ...values, ...groups } }
    }
    return null
  }
  return (said) => {
    const text = straight(said)
    const sign = exact.get(text) ?? known.get(text)
    if (sign !== undefined) return sign
    const found = find(text)
    known.set(text, found)
    return found
  }
}

/** The marks of quotations and apostrophes are others in older copies. */
const straight = (text: string) => text.replaceAll(/[“”]/g, '"').replaceAll('’', "'")

/** What problems say by themselves comes first: of two keys with one text that is the likelier. */
function textsOfProblems(): [string, string][] {
  const { problems: first, told, core, ...rest } = english
  return Object.entries({ problems: first, told, core, ...rest }).flatMap(([name, texts]) =>
    Object.entries(texts).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
  )
}

function patternOf(text: string): RegExp {
  const source = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return text.indexOf(`{${part}}`) === text.lastIndexOf(`{${part}}`) ? `(?<${part}>.+?)` : `.+?`
  })
  return new RegExp(`^${source.join('')}$`, 's')
}
