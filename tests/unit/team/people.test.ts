import { expect, it } from 'vitest'
import type { Body, Version } from '../../../src-main/features/team/entry'
import { newSigningKey } from '../../../src-main/features/team/key'
import { peopleOf, type KnownTeam, type Trusted } from '../../../src-main/features/team/people'
import { withWantedRules } from '../../../src-main/features/team/rules'
import { standOf } from '../../../src-main/features/team/stand'
import { firstRule } from '../../../src-main/features/team/stored'
import { readTexts, say, type Writer } from './attacks'

const version: Version = { content: '1'.repeat(64), audience: '2'.repeat(64), count: 40_112 }
const state = { content: version.content, audience: version.audience }
const began = Date.UTC(2026, 9, 1)

/** A folder in which people write, and how it is read where Wiebke sits. */
function openFolder(confirmed: Writer[] = []) {
  const me = person('Wiebke')
  const texts: string[] = []
  const trust: Trusted[] = confirmed.map(({ key, name }) => ({
    key,
    name,
    at: began,
    state: 'confirmed',
    by: '',
    end: null,
    despite: [],
  }))
  const known: KnownTeam = { me: { key: me.key, name: me.name }, trust, heads: {} }
  let time = began
  return {
    me,
    known,
    texts,
    write(by: Writer, body: Body, at = (time += 60_000)) {
      const { entry, text } = say(by, body, { at })
      by.head = { seq: entry.seq, id: entry.id }
      texts.push(text)
      return entry
    },
    people: () => peopleOf(readTexts(texts), known),
    stand: (now: Version | null = version, rule = firstRule) =>
      standOf(peopleOf(readTexts(texts), known), 'c0', now, rule),
  }
}

function person(name: string): Writer {
  return { ...newSigningKey(), name, head: null }
}

const signature: Body = { kind: 'sign', campaign: 'c0', version, warnings: 4 }

it('two signatures of what it is now let it go; one does not', () => {
  const karel = person('Karel')
  const { write, me, stand } = openFolder([karel])
  write(karel, signature)
  expect(stand()).toMatchObject({ allowed: false, missing: 1 })
  write(me, signature)
  expect(stand()).toMatchObject({ allowed: true, missing: 0 })
})

it('another count, audience or content makes a signature void, and says who changed it', () => {
  const karel = person('Karel')
  const { write, stand } = openFolder([karel])
  write(karel, signature)
  const audience = '4'.repeat(64)
  write(karel, { kind: 'change', campaign: 'c0', before: state, after: { ...state, audience } })
  expect(stand({ ...version, count: 40_113 }).void).toMatchObject([
    { name: 'Karel', cause: 'count', change: null },
  ])
  expect(stand({ ...version, audience }).void).toMatchObject([
    { cause: 'audience', change: { name: 'Karel', mine: false } },
  ])
  expect(stand({ ...version, content: audience }).void).toMatchObject([{ cause: 'content' }])
})

it('who edited last is counted, but never alone; or not at all where the rule says so', () => {
  const karel = person('Karel')
  const { write, me, stand } = openFolder([karel])
  write(karel, {
    kind: 'change',
    campaign: 'c0',
    before: { ...state, content: '5'.repeat(64) },
    after: state,
  })
  write(karel, signature)
  const alone = { ...firstRule, signers: 1 }
  expect(stand(version, alone)).toMatchObject({ allowed: false, missing: 1, editor: { name: 'Karel' } })
  write(me, signature)
  expect(stand(version, alone).allowed).toBe(true)
  expect(stand(version, { ...firstRule, editorSigns: false })).toMatchObject({ allowed: false, missing: 1 })
})

it('an objection blocks until its writer takes it back, or there is a new version', () => {
  const karel = person('Karel')
  const { write, me, stand } = openFolder([karel])
  write(me, signature)
  write(karel, signature)
  const { id } = write(karel, { kind: 'object', campaign: 'c0', version, text: 'They had two mails' })
  expect(stand()).toMatchObject({ allowed: false, objections: [{ text: 'They had two mails' }] })
  expect(stand({ ...version, content: '9'.repeat(64) }).objections).toEqual([])
  write(me, { kind: 'retract', of: id })
  expect(stand().allowed).toBe(false)
  write(karel, { kind: 'retract', of: id })
  expect(stand().allowed).toBe(true)
})

it('nothing that an unconfirmed person writes counts or is read, and a second key of a name is told apart', () => {
  const karel = person('Karel')
  const { write, stand, people } = openFolder([karel])
  write(karel, { kind: 'hello' })
  const sanna = person('Sanna')
  write(sanna, signature)
  write(person('karel'), signature)
  expect(stand()).toMatchObject({ signatures: [], notes: [], objections: [] })
  expect(people().map(({ name, state: is }) => [name, is])).toEqual([
    ['Wiebke', 'me'],
    ['Karel', 'confirmed'],
    ['Sanna', 'new'],
    ['karel', 'otherKey'],
  ])
})

it('of somebody who was taken out, signatures before stay, later ones and those dated back do not', () => {
  const daniel = person('Daniel')
  const { write, me, stand, people } = openFolder([daniel])
  write(daniel, signature)
  write(me, { kind: 'remove', who: daniel.key, head: daniel.head })
  expect(stand().signatures).toHaveLength(1)
  write(daniel, { kind: 'sign', campaign: 'c1', version, warnings: 0 }, 0)
  expect(standOf(people(), 'c1', version, firstRule).signatures).toEqual([])
  expect(people().find(({ name }) => name === 'Daniel')).toMatchObject({
    state: 'removed',
    by: 'Wiebke',
    signs: false,
  })
})

it('while an entry of somebody who signs is missing, nothing is sent', () => {
  const karel = person('Karel')
  const folder = openFolder([karel])
  const { write, me, stand, texts } = folder
  write(karel, { kind: 'hello' })
  write(me, signature)
  write(karel, signature)
  expect(stand().allowed).toBe(true)
  const [gone] = texts.splice(0, 1)
  expect(stand()).toMatchObject({ allowed: false, incomplete: ['Karel'] })
  texts.push(gone ?? '')
  expect(stand().allowed).toBe(true)
})

it('a note can be edited for five minutes, and is answered by somebody else alone', () => {
  const karel = person('Karel')
  const { write, me, stand } = openFolder([karel])
  const note: Body = { kind: 'note', campaign: 'c0', check: 'recentMail', text: 'Leave them out' }
  const { id, at } = write(karel, note)
  write(karel, { kind: 'edit', of: id, text: 'I would leave them out' }, at + 60_000)
  write(karel, { kind: 'edit', of: id, text: 'Too late' }, at + 6 * 60_000)
  write(karel, { ...note, text: 'Well?' }, at + 7 * 60_000)
  expect(stand().notes[0]).toMatchObject({ text: 'I would leave them out', edited: true, answered: false })
  expect(stand(version, { ...firstRule, notesBlock: true }).unanswered).toBe(2)
  write(me, { ...note, text: 'They asked for it' }, at + 8 * 60_000)
  expect(stand().notes.map(({ answered }) => answered)).toEqual([true, true, false])
})

it('another rule holds once as many want it as the rule of now asks for', () => {
  const karel = person('Karel')
  const { write, me, known, people } = openFolder([karel])
  const team = {
    ...known,
    ...known.me,
    folder: '',
    team: '',
    trust: [...known.trust],
    rule: firstRule,
    ruleNumber: 0,
  }
  const rule = { ...firstRule, over: 0 }
  write(me, { kind: 'rule', follows: 0, rule })
  expect(withWantedRules(team, people()).rule).toEqual(firstRule)
  write(karel, { kind: 'rule', follows: 0, rule })
  expect(withWantedRules(team, people())).toMatchObject({ rule, ruleNumber: 1 })
})
