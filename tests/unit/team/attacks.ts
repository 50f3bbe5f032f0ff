import { chainOf } from '../../../src-main/features/team/chain'
import {
  readEntry,
  scopeOf,
  writeEntry,
  type Body,
  type Entry,
  type Head,
  type Version,
} from '../../../src-main/features/team/entry'
import { newSigningKey, type SigningKey } from '../../../src-main/features/team/key'
import { type KnownTeam, peopleOf, type Trusted } from '../../../src-main/features/team/people'
import { randomNumbers } from '../../fixtures/seeded'

/** Somebody who writes into the folder, honestly or not. */
export interface Writer extends SigningKey {
  name: string
  head: Head | null
}

/** What is true of a signature, whatever the folder says of it. */
export interface Truth {
  by: Writer
  campaign: string
  version: Version
  id: string
  takenBack: boolean
}

/** A folder as texts, what is known on the machine that reads it, and what is true. */
export interface Story {
  texts: string[]
  me: Writer
  karel: Writer
  ingrid: Writer
  /** Confirmed once, and taken out. */
  daniel: Writer
  /** Nobody ever confirmed. */
  eve: Writer
  truths: Truth[]
  known: KnownTeam
  versions: Version[]
}

const hash = (digit: string) => digit.repeat(64)
export const scope = scopeOf(hash('a'), 'https://mail.example')
const began = Date.UTC(2026, 9, 1)

function writer(name: string): Writer {
  return { ...newSigningKey(), name, head: null }
}

/** Writes what somebody says; `over` says it otherwise than an honest program would. */
export function say(by: Writer, body: Body, over: Partial<Omit<Entry, 'id' | 'version' | 'body'>> = {}) {
  const written = writeEntry(
    {
      scope,
      key: by.key,
      name: by.name,
      machine: 'test',
      seq: (by.head?.seq ?? 0) + 1,
      prev: by.head?.id ?? null,
      at: began,
      body,
      ...over,
    },
    by.secret,
  )
  return written
}

/** What honest people wrote over some weeks, drawn by a seed. */
export function honestStory(seed: number): Story {
  const below = randomNumbers(seed)
  const [me, karel, ingrid, daniel, eve] = ['Wiebke', 'Karel', 'Ingrid', 'Daniel', 'Eve'].map(writer) as [
    Writer,
    Writer,
    Writer,
    Writer,
    Writer,
  ]
  const versions: Version[] = [
    { content: hash('1'), audience: hash('2'), count: 40_112 },
    { content: hash('1'), audience: hash('2'), count: 40_318 },
    { content: hash('3'), audience: hash('2'), count: 40_112 },
    { content: hash('1'), audience: hash('4'), count: 40_112 },
  ]
  const texts: string[] = []
  const truths: Truth[] = []
  // Clocks of honest people are wrong, too.
  const skew = new Map(
    [me, karel, ingrid, daniel].map((each) => [each, (below(5) - 2) * below(400) * 86_400_000]),
  )
  let time = began
  const add = (by: Writer, body: Body) => {
    time += 60_000
    const { entry, text } = say(by, body, { at: Math.max(0, time + (skew.get(by) ?? 0)) })
    by.head = { seq: entry.seq, id: entry.id }
    texts.push(text)
    return entry
  }
  const people = [me, karel, ingrid, daniel]
  for (const each of people) add(each, { kind: 'hello' })
  const act = (by: Writer) => {
    const campaign = `c${below(2)}`
    const version = versions[below(versions.length)] ?? versions[0]!
    const mine = truths.filter((truth) => truth.by === by && !truth.takenBack)
    const kind = below(8)
    if (kind === 0) add(by, { kind: 'note', campaign, check: 'x', text: 'A note' })
    else if (kind === 1)
      add(by, { kind: 'change', campaign, before: state(versions[3]!), after: state(version) })
    else if (kind === 2 && mine[0]) {
      add(by, { kind: 'retract', of: mine[0].id })
      mine[0].takenBack = true
    } else if (kind !== 2) {
      const { id } = add(by, { kind: 'sign', campaign, version, warnings: 0 })
      truths.push({ by, campaign, version, id, takenBack: false })
    }
  }
  for (let at = below(10); at > 0; at -= 1) act(people[below(4)]!)
  const removed = below(2) === 0
  if (removed) add(me, { kind: 'remove', who: daniel.key, head: daniel.head })
  for (let at = below(5); at > 0; at -= 1) act(people[below(3)]!)
  // Whether this machine saw that Daniel was taken out, and remembers it.
  const seen = removed && seed % 2 === 0
  const end = daniel.head
  const trust: Trusted[] = [karel, ingrid, daniel].map(({ key, name }) =>
    seen && key === daniel.key
      ? { key, name, at: began, state: 'removed', by: me.name, end, despite: [] }
      : { key, name, at: began, state: 'confirmed', by: '', end: null, despite: [] },
  )
  const heads = Object.fromEntries(people.flatMap(({ key, head }) => (head ? [[key, head]] : [])))
  const known = { me: { key: me.key, name: me.name }, trust, heads }
  return { texts, me, karel, ingrid, daniel: removed ? daniel : eve, eve, truths, known, versions }
}

function state({ content, audience }: Version) {
  return { content, audience }
}

/** What an attack does to the texts of a folder. */
type Attack = (texts: string[], story: Story, below: (below: number) => number) => void

const place = (texts: string[], below: (below: number) => number) => below(Math.max(1, texts.length))

function signature(story: Story, below: (below: number) => number): Body {
  const version = story.versions[below(story.versions.length)] ?? story.versions[0]!
  return { kind: 'sign', campaign: `c${below(2)}`, version, warnings: 0 }
}

/** The last place that somebody has in the folder, by which a thief of the folder goes on. */
function headIn(texts: readonly string[], by: Writer): Head | null {
  const entries = readTexts(texts).filter(({ key }) => key === by.key)
  return chainOf(entries, undefined).head
}

/** Everything that who can write in the folder, and has no key of two confirmed people, can do to it. */
export const attacks: Record<string, Attack> = {
  forgedBytes(texts, _story, below) {
    const at = place(texts, below)
    const text = texts[at] ?? ''
    const cut = below(Math.max(1, text.length))
    texts.push(text.slice(0, cut) + String.fromCharCode(33 + below(90)) + text.slice(cut + 1))
  },
  forgedField(texts, story, below) {
    const file = JSON.parse(story.texts[place(story.texts, below)] ?? '{}') as {
      entry: Record<string, unknown>
    }
    const fields = {
      body: signature(story, below),
      at: below(2 ** 31),
      seq: 1 + below(9),
      campaign: 'c0',
      key: story.eve.key,
    }
    const field = Object.keys(fields)[below(5)] as keyof typeof fields
    file.entry[field] = fields[field]
    texts.push(JSON.stringify(file))
  },
  anothersName(texts, story, below) {
    const victim = [story.me, story.karel, story.ingrid][below(3)]!
    texts.push(say(story.eve, signature(story, below), { name: victim.name, seq: 1, prev: null }).text)
  },
  anothersKey(texts, story, below) {
    const victim = [story.me, story.karel, story.ingrid][below(3)]!
    const head = headIn(texts, victim)
    const { text } = say({ ...story.eve, key: victim.key }, signature(story, below), {
      name: victim.name,
      seq: (head?.seq ?? 0) + 1,
      prev: head?.id ?? null,
    })
    texts.push(text)
  },
  twice(texts, _story, below) {
    for (let times = 1 + below(4); times > 0; times -= 1) texts.push(texts[place(texts, below)] ?? '')
  },
  ofAnotherTeam(texts, story, below) {
    const other = scopeOf(hash('b'), 'https://mail.example')
    // What honest people signed in another folder, copied into this one.
    for (const by of [story.me, story.karel, story.ingrid]) {
      const head = headIn(texts, by)
      const { text } = say(by, signature(story, below), {
        scope: other,
        seq: (head?.seq ?? 0) + 1,
        prev: head?.id ?? null,
      })
      texts.push(text)
    }
  },
  reordered(texts, _story, below) {
    for (let at = texts.length - 1; at > 0; at -= 1) {
      const other = below(at + 1)
      ;[texts[at], texts[other]] = [texts[other] ?? '', texts[at] ?? '']
    }
  },
  lost(texts, _story, below) {
    for (let times = 1 + below(3); times > 0; times -= 1) texts.splice(place(texts, below), 1)
  },
  lostTail(texts, _story, below) {
    texts.splice(texts.length - 1 - below(3))
  },
  concurrent(texts, story, below) {
    // One key on two machines: a second story from some place on.
    const by = [story.karel, story.ingrid][below(2)]!
    const { text } = say(
      by,
      { kind: 'note', campaign: 'c0', check: 'x', text: 'Elsewhere' },
      { seq: 1 + below(6), prev: null },
    )
    texts.push(text)
  },
  laterThanRemoved(texts, story, below) {
    const head = below(2) === 0 ? story.daniel.head : headIn(texts, story.daniel)
    const { text } = say(story.daniel, signature(story, below), {
      seq: (head?.seq ?? 0) + 1,
      prev: head?.id ?? null,
      at: below(2) === 0 ? 0 : began * 2,
    })
    texts.push(text)
  },
  besideRemoved(texts, story, below) {
    const { text } = say(story.daniel, signature(story, below), { seq: 1 + below(3), prev: null, at: 0 })
    texts.push(text)
  },
  removesOthers(texts, story, below) {
    const by = [story.daniel, story.eve][below(2)]!
    const who = [story.me, story.karel, story.ingrid][below(3)]!.key
    const head = headIn(texts, by)
    texts.push(
      say(by, { kind: 'remove', who, head: null }, { seq: (head?.seq ?? 0) + 1, prev: head?.id ?? null })
        .text,
    )
  },
  weakerRule(texts, story, below) {
    const rule = { signers: 1, over: 1_000_000_000, editorSigns: true, notesBlock: false }
    const by = [story.daniel, story.eve][below(2)]!
    texts.push(say(by, { kind: 'rule', follows: 0, rule }, { seq: 1 + below(9), prev: null }).text)
  },
  rubbish(texts, _story, below) {
    const all = [
      '',
      '{',
      '[]',
      'null',
      '{"entry":{}}',
      '['.repeat(5000),
      '\u0000'.repeat(100),
      `{"entry":"${'x'.repeat(below(50_000))}"}`,
    ]
    texts.push(all[below(all.length)] ?? '')
  },
}

const known = new Map<string, ReturnType<typeof readEntry>>()

/** Reads texts as the folder does; what was read before is known, as there. */
export function readTexts(texts: readonly string[]): Entry[] {
  return texts.flatMap((text) => {
    const read = known.get(text) ?? readEntry(text, scope)
    known.set(text, read)
    return 'aside' in read ? [] : [read]
  })
}

/** The people of a story, by the texts of its folder. */
export function peopleIn(texts: readonly string[], story: Story) {
  return peopleOf(readTexts(texts), story.known)
}
