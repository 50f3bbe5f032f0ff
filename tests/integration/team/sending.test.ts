import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { asProblem } from '../../../src-main/core/problems'
import { hashOfCampaign, SignOffs } from '../../../src-main/features/review/sign-off'
import { markFolder } from '../../../src-main/features/team/folder'
import { TeamSignOffs } from '../../../src-main/features/team/sign-offs'
import type { StoredTeam, TeamStore } from '../../../src-main/features/team/stored'
import { Team } from '../../../src-main/features/team/team'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { until } from '../../fixtures/until'
import { letItLeave, openFixture, wanted, type Fixture } from '../campaigns/fixture'

/** A store that a test looks into. */
function memoryStore(): TeamStore {
  let team: StoredTeam | null = null
  let secret: string | null = null
  return {
    get: () => team,
    change: async (next) => void (team = next(team)),
    secret: async () => secret ?? '',
    keepSecret: async (given) => void (secret = given),
  }
}

/** Somebody's console on a folder, over the copy and the service of a fixture. */
function sit(fixture: Fixture) {
  const { cache, clock, server } = fixture
  const { log } = createRecordedLog()
  const told: string[] = []
  const team = new Team({
    profileId: 'p',
    clock,
    log,
    store: memoryStore(),
    service: server.url,
    machine: 'test',
    notify: (title) => told.push(title),
  })
  onTestFinished(() => team.close())
  const read = async (id: string) => {
    const campaign = server.campaigns.get(id)
    if (!campaign) throw new Error(`There is no campaign ${id}`)
    return campaign
  }
  const signOffs = new TeamSignOffs({ team, cache, clock, log, own: new SignOffs(cache, clock), read })
  return {
    team,
    told,
    signOffs,
    async sign() {
      const hash = hashOfCampaign(await read('cmp_1')) ?? ''
      await signOffs.sign('cmp_1', hash)
      await clock.advance(8000)
      await until(
        () => signOffs.stand('cmp_1'),
        ({ signatures }) => signatures.some(({ mine }) => mine),
      )
    },
  }
}

/** Two people who confirmed each other, and a draft for 1,284 people that Wiebke wants to send. */
async function openTwo() {
  const two: { holding: TeamSignOffs['holding'] } = { holding: async () => null }
  const fixture = await openFixture([], (campaign) => two.holding(campaign))
  const folder = mkdtempSync(join(tmpdir(), 'postroom-team-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const wiebke = sit(fixture)
  const karel = sit(fixture)
  two.holding = (campaign) => wiebke.signOffs.holding(campaign)
  await wiebke.team.share(folder, 'Wiebke Harms')
  await karel.team.share(folder, 'Karel Dvořák')
  for (const [one, other] of [
    [wiebke, karel],
    [karel, wiebke],
  ] as const) {
    await one.team.refresh()
    await one.team.confirm(other.team.people[0]?.key ?? '')
  }
  return { fixture, folder, wiebke, karel }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => asProblem(error).problem,
  )

it('nothing is held before as many have signed as the rule asks for, and then it is sent (C49)', async () => {
  const { fixture, wiebke, karel } = await openTwo()
  expect(await refusal(fixture.holds.hold(wanted))).toMatchObject({
    code: 'conflict',
    title: 'It is not signed by enough people',
  })
  await wiebke.sign()
  expect(await refusal(fixture.holds.hold(wanted))).toMatchObject({
    why: expect.stringContaining('1 more signature'),
  })
  await karel.sign()
  expect(await fixture.holds.hold(wanted)).toMatchObject({ state: 'held' })
  expect(await letItLeave(fixture)).toMatchObject({ state: 'sent' })
  expect(fixture.server.sends()).toHaveLength(1)
})

it('a signature that is taken back while it is held keeps it from leaving', async () => {
  const { fixture, wiebke, karel } = await openTwo()
  await wiebke.sign()
  await karel.sign()
  await fixture.holds.hold(wanted)
  const mine = (await karel.signOffs.stand('cmp_1')).signatures.find((each) => each.mine)
  await karel.team.write({ kind: 'retract', of: mine?.id ?? '' })
  expect(await letItLeave(fixture)).toMatchObject({ state: 'refused', problem: { code: 'conflict' } })
  expect(fixture.server.sends()).toHaveLength(0)
})

it('an objection, and a folder that is away, keep it from leaving', async () => {
  const { fixture, folder, wiebke, karel } = await openTwo()
  await wiebke.sign()
  await karel.sign()
  await karel.signOffs.object('cmp_1', 'They had two mails')
  expect(await refusal(fixture.holds.hold(wanted))).toMatchObject({
    why: expect.stringContaining('They had two mails'),
  })
  const [objection] = (await karel.signOffs.stand('cmp_1')).objections
  await karel.signOffs.takeBack('cmp_1', objection?.id ?? '')
  await fixture.holds.hold(wanted)
  renameSync(folder, `${folder}-away`)
  onTestFinished(() => rmSync(`${folder}-away`, { recursive: true, force: true }))
  expect(await letItLeave(fixture)).toMatchObject({
    state: 'refused',
    problem: { title: 'Folder not found' },
  })
  expect(fixture.server.sends()).toHaveLength(0)
})

it('a campaign that is another by now is void until it is signed anew', async () => {
  const { fixture, folder, wiebke, karel } = await openTwo()
  await wiebke.sign()
  await karel.sign()
  const before = fixture.server.campaigns.get('cmp_1')
  if (!before) throw new Error('There is no campaign')
  const after = { ...before, subject: 'Tide tables are in your log' }
  fixture.server.campaigns.set('cmp_1', after)
  await fixture.cache.catalogue.upsert({ list: 'campaigns', record: after })
  await karel.signOffs.edited(before, after)
  expect(await refusal(fixture.holds.hold(wanted))).toMatchObject({ code: 'conflict' })
  await fixture.signOff('cmp_1', 1284)
  await wiebke.team.refresh()
  const stand = await wiebke.signOffs.stand('cmp_1')
  expect(stand).toMatchObject({ signatures: [], editor: { name: 'Karel Dvořák' }, missing: 2 })
  expect(stand.void).toMatchObject([
    { cause: 'content', change: { name: 'Karel Dvořák' } },
    { cause: 'content', change: { name: 'Karel Dvořák' } },
  ])
  const of = stand.void[0]?.id ?? ''
  expect(await wiebke.signOffs.compare('cmp_1', of)).toMatchObject({
    signed: { subject: before.subject },
    now: { subject: after.subject },
  })
  const [file = ''] = readdirSync(join(folder, 'contents'))
  writeFileSync(join(folder, 'contents', file), JSON.stringify({ subject: 'Forged' }))
  expect(await refusal(wiebke.signOffs.compare('cmp_1', of))).toMatchObject({ code: 'not_found' })
})

it('a warning that somebody keeps says who, until that is taken back', async () => {
  const { wiebke, karel } = await openTwo()
  await karel.signOffs.keep('cmp_1', 'sentLately')
  await wiebke.team.refresh()
  const { kept } = await wiebke.signOffs.stand('cmp_1')
  expect(kept).toMatchObject([{ check: 'sentLately', name: 'Karel Dvořák', mine: false }])
  expect(await karel.signOffs.takeBack('cmp_1', kept[0]?.id ?? '')).toMatchObject({ kept: [] })
})

it('a folder is moved with all that is in it, and the others find their entries there', async () => {
  const { folder, wiebke, karel } = await openTwo()
  await wiebke.sign()
  const other = mkdtempSync(join(tmpdir(), 'postroom-team-'))
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  symlinkSync('/etc/passwd', join(folder, 'entries', 'link'))
  await wiebke.team.move(other)
  rmSync(folder, { recursive: true })
  await karel.team.refresh()
  expect(karel.team.state.shared?.state).toBe('away')
  await karel.team.move(other)
  expect(karel.team.state.shared).toMatchObject({ path: other, state: 'synced' })
  expect(await karel.signOffs.stand('cmp_1')).toMatchObject({ signatures: [{ name: 'Wiebke Harms' }] })
  expect(readdirSync(join(other, 'entries'))).toHaveLength(2)
})

it('a folder is not moved into that of another team, nor from where it is not', async () => {
  const { folder, wiebke } = await openTwo()
  const other = mkdtempSync(join(tmpdir(), 'postroom-team-'))
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  renameSync(folder, `${folder}-away`)
  onTestFinished(() => rmSync(`${folder}-away`, { recursive: true, force: true }))
  expect(await refusal(wiebke.team.move(other))).toMatchObject({ title: 'Folder not found' })
  await markFolder(other, 'f'.repeat(64))
  expect(await refusal(wiebke.team.move(other))).toMatchObject({ code: 'conflict' })
  expect(wiebke.team.path).toBe(folder)
})

it('nothing is read while nothing is shared', async () => {
  const { wiebke, fixture } = await openTwo()
  const waits = fixture.clock.sleeping
  await wiebke.team.stop()
  await fixture.clock.advance(5000)
  expect(fixture.clock.sleeping).toBe(waits - 1)
})

it('a signature can be undone for eight seconds, a reminder goes out once an hour, and nobody is taken out below the rule', async () => {
  const { fixture, wiebke, karel } = await openTwo()
  const hash = hashOfCampaign(fixture.server.campaigns.get('cmp_1') ?? (undefined as never)) ?? ''
  await wiebke.signOffs.sign('cmp_1', hash)
  await fixture.clock.advance(7000)
  await wiebke.signOffs.undo('cmp_1')
  await fixture.clock.advance(8000)
  expect(await wiebke.signOffs.stand('cmp_1')).toMatchObject({ signatures: [], writesAt: null })
  const key = wiebke.team.people.find(({ name }) => name === 'Karel Dvořák')?.key ?? ''
  await wiebke.signOffs.remind('cmp_1', key)
  await karel.team.refresh()
  expect(karel.told).toEqual(['Wiebke Harms asks for your signature'])
  expect(await refusal(wiebke.signOffs.remind('cmp_1', key))).toMatchObject({ code: 'conflict' })
  expect(await refusal(wiebke.team.remove(key, 'Karel Dvořák'))).toMatchObject({
    title: 'Too few people would be left to sign',
  })
  expect(await refusal(wiebke.team.remove(key, 'Karel'))).toMatchObject({ code: 'input_invalid' })
  await karel.team.replaceKey()
  await wiebke.team.refresh()
  expect(wiebke.team.people.map(({ state }) => state)).toEqual(['me', 'confirmed', 'otherKey'])
})
