import { t } from '../../../../../src-shared/messages/message'
import type { Persona } from '../../../../../src-shared/bridge/review'
import { scriptWords } from '../../../../core/doubtful-letters'
import { parseObject, type StoredContact, type ContactTable } from '../../../contacts/store'
import type { RowsView } from '../../../../core/index/api'
import type { Column } from '../../../../core/index/column'
import type { Dictionary } from '../../../../core/index/dictionary'
import { RowSet } from '../../../../core/index/row-set'
import type { Session, Steps } from '../../../../core/database/session'
import { minus } from './answer'
import type { FoundPersona } from './api'

/** Values, or rows, looked at between two pauses: about 4 ms. */
const slice = 200_000

/** So many variables have somebody without them, and so many scripts are shown, at most. */
const mostOfKind = 6

const scripts = [
  { name: 'Arabic', pattern: /\p{Script=Arabic}/u },
  { name: 'Hebrew', pattern: /\p{Script=Hebrew}/u },
  { name: 'Japanese', pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { name: 'Korean', pattern: /\p{Script=Hangul}/u },
  { name: 'Han', pattern: /\p{Script=Han}/u },
  { name: 'Cyrillic', pattern: /\p{Script=Cyrillic}/u },
  { name: 'Greek', pattern: /\p{Script=Greek}/u },
  { name: 'Thai', pattern: /\p{Script=Thai}/u },
  { name: 'Devanagari', pattern: /\p{Script=Devanagari}/u },
  { name: 'Armenian', pattern: /\p{Script=Armenian}/u },
  { name: 'Georgian', pattern: /\p{Script=Georgian}/u },
] as const
type ScriptName = (typeof scripts)[number]['name']

/** A script as a person calls it; those of East Asia are told apart here. */
function wordsOf(name: ScriptName): string {
  if (name === 'Japanese') return t('segments.personas.japanese')
  if (name === 'Korean') return t('segments.personas.korean')
  return name === 'Han' ? t('segments.personas.chineseCharacters') : scriptWords(name)
}

/** A variable of the mail: where its values are, and who of the audience has none. */
export interface PersonaVariable {
  name: string
  columns: readonly Column[]
  missing: RowSet
}

/** Who of an audience a mail is worth looking at as: somebody with every value, and the worst cases. */
export class Personas {
  constructor(
    private readonly session: Session,
    private readonly contacts: ContactTable,
  ) {}

  /** `people`: everyone who gets the mail. */
  *of(people: RowSet, variables: readonly PersonaVariable[], view: RowsView): Steps<FoundPersona[]> {
    const found: { kind: Persona['kind']; label: string | null; of: string | null; row: number }[] = []
    // What nobody has tells nobody apart: a misspelt variable would make everyone one of the worst cases.
    const telling = variables.filter(({ missing }) => missing.count() < people.count())
    const whole = telling.reduce((left, { missing }) => minus(left, missing), people)
    const first = firstOf(whole) ?? firstOf(people)
    if (first !== null) found.push({ kind: 'first', label: null, of: null, row: first })
    const columns = [...new Set(variables.flatMap((variable) => variable.columns))]
    const longest = yield* longestOf(people, columns)
    if (longest !== null) {
      found.push({ kind: 'longest', label: t('segments.personas.longestValues'), of: null, row: longest })
    }
    const lacking = [...telling].sort((a, b) => b.missing.count() - a.missing.count())
    for (const { name, missing } of lacking.slice(0, mostOfKind)) {
      const row = firstOf(missing)
      if (row === null) continue
      found.push({ kind: 'missing', label: t('segments.personas.noName', { name }), of: name, row })
    }
    const written = yield* inScripts(people, columns, view)
    for (const [name, row] of written) found.push({ kind: 'script', label: wordsOf(name), of: name, row })
    return this.session.read(() =>
      found.flatMap(({ row, label, ...rest }) => {
        const contact = this.contacts.get(row)
        if (contact === undefined) return []
        const { id, email } = contact
        return [{ ...rest, label: label ?? nameOf(contact), contactId: id, email }]
      }),
    )
  }
}

/** A person's name as most lists keep it; their address where they have none. */
function nameOf({ email, data }: StoredContact): string {
  const values = parseObject(data)
  const text = (key: string): string => {
    const value = Object.hasOwn(values, key) ? values[key] : null
    return typeof value === 'string' ? value.trim() : ''
  }
  const name = text('name') || `${text('firstName')} ${text('lastName')}`.trim()
  return name === '' ? email : name
}

function firstOf({ words }: RowSet): number | null {
  const word = words.findIndex((bits) => bits !== 0)
  const bits = words[word] ?? 0
  return word < 0 ? null : (word << 5) + 31 - Math.clz32(bits & -bits)
}

/** Whoever's values take the most bytes together; null where nobody has any. */
function* longestOf(people: RowSet, columns: readonly Column[]): Steps<number | null> {
  const lengths = columns.map(({ dictionary: { heap } }) => {
    const lengths = new Uint32Array(heap.count + 1)
    for (let code = 1; code < lengths.length; code++) lengths[code] = heap.end(code) - heap.start(code)
    return lengths
  })
  let longest: number | null = null
  let most = 0
  const rows = people.rows()
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    let length = 0
    for (let column = 0; column < columns.length; column++) {
      length += lengths[column]?.[columns[column]?.codes.get(row) ?? 0] ?? 0
    }
    if (length > most) {
      most = length
      longest = row
    }
    if (at % slice === slice - 1) yield
  }
  return longest
}

/** For each script that values are written in, other than Latin, somebody; the most frequent scripts by different values. */
function* inScripts(
  people: RowSet,
  columns: readonly Column[],
  { live }: RowsView,
): Steps<[ScriptName, number][]> {
  const found = new Map<ScriptName, { row: number; values: number }>()
  for (const column of columns) {
    const { dictionary } = column
    const places = yield* scriptsOf(dictionary)
    if (column.dictionary !== dictionary) continue
    const values = new Uint32Array(scripts.length + 1)
    for (const place of places) values[place] = (values[place] ?? 0) + 1
    for (const [at, { name }] of scripts.entries()) {
      if (!values[at + 1]) continue
      const rows = new RowSet(live.capacity)
      column.where(
        places.map((place) => (place === at + 1 ? 1 : 0)),
        live,
        rows,
      )
      const row = firstOf(rows.and(people))
      if (row === null) continue
      const one = found.get(name)
      found.set(name, { row: one?.row ?? row, values: (one?.values ?? 0) + (values[at + 1] ?? 0) })
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b.values - a.values)
    .slice(0, mostOfKind)
    .map(([name, { row }]) => [name, row])
}

/** What {@link scriptsOf} found before: values are added to a dictionary, and never changed. */
const known = new WeakMap<Dictionary, Uint8Array>()

/** By code the script that a value is written in: its place from 1; 0: none of them. */
function* scriptsOf(dictionary: Dictionary): Steps<Uint8Array> {
  const before = known.get(dictionary) ?? new Uint8Array(1)
  const places = new Uint8Array(dictionary.size + 1)
  places.set(before)
  for (let code = before.length; code < places.length; code++) {
    if (code % slice === 0) yield
    if (!isBeyondAscii(dictionary, code)) continue
    const text = dictionary.textOf(code)
    places[code] = scripts.findIndex(({ pattern }) => pattern.test(text)) + 1
  }
  known.set(dictionary, places)
  return places
}

/** What is Latin but for its accents is ASCII as the index folds it. */
function isBeyondAscii({ heap }: Dictionary, code: number): boolean {
  for (let at = heap.start(code); at < heap.end(code); at++) {
    const byte = heap.bytes[at] ?? 0
    if (byte > 127 && byte < 0xff) return true
  }
  return false
}
