import { tell } from '../../../src-shared/messages/told'
import type { Problem } from '../../../src-shared/problem'
import { mailSchema, type Mail } from '../../../src-shared/bridge/review'
import type { TeamStand } from '../../../src-shared/bridge/team'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { t } from '../../../src-shared/messages/message'
import type { Cache } from '../../cache/store'
import type { Clock } from '../../core/clock'
import { PendingWork } from '../../core/client/under-way'
import type { Logger } from '../../core/log'
import { asProblem, problem } from '../../core/problems'
import { recordOf } from '../catalogue'
import { audienceOf, hashOfCampaign, mailOf, type KeptSignOff, type SignOffs } from '../review'
import { hashed, says, type CampaignState, type Version } from './entry'
import { notAllowed, notFound, notKept } from './refused'
import { editableMs, standOf, type Stand } from './stand'
import { whereFolderAllows, type Team } from './team'
import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonical } from '../../../src-shared/same-value'

/** What sign-offs by several people are made with. */
export interface TeamSignOffTools {
  team: Team
  cache: Pick<Cache, 'reviews' | 'catalogue'>
  clock: Clock
  log: Logger
  /** Those of this machine alone. */
  own: SignOffs
  /** A campaign as the service holds it now. */
  read(id: string): Promise<Campaign>
}

/** So long a signature can be undone before it is written. */
const undoMs = 8000
const hourMs = 3_600_000

/** Sign-offs of campaigns by the people of a team, and what they tell each other about them. */
export class TeamSignOffs {
  readonly #pending = new Map<string, { at: number; wake: AbortController }>()
  /** Why signatures that were asked for last were not written. */
  readonly #failed = new Map<string, Problem>()
  readonly #underWay = new PendingWork()

  constructor(private readonly tools: TeamSignOffTools) {}

  /**
   * The sign-off that lets a campaign be sent, as the folder is now: that of the team where it shares one and the campaign
   * goes to so many people, else one's own. Throws `conflict` where the team has not signed, `file_unreadable` where its
   * folder is away. `count`: how many were signed for, where its newest review is not to say it.
   */
  async holding(campaign: Campaign, count?: number): Promise<KeptSignOff | null> {
    const { team, own, cache } = this.tools
    const mine = await own.holding(campaign)
    if (team.rule === null) return mine
    await team.refresh()
    const { rule } = team
    if (rule === null) return mine
    const found = await this.#versionOf(campaign)
    if (found === null) throw notAllowed(null)
    const version = { ...found, count: count ?? found.count }
    if (Math.max(version.count, mine?.people ?? 0) <= rule.over) return mine
    const state = team.state.shared?.state
    if (state !== 'synced' && state !== 'behind') throw notFound(team.path ?? '')
    const stand = standOf(team.people, campaign.id, version, rule)
    const last = stand.signatures.at(-1)
    if (!stand.allowed || !last) throw notAllowed(stand)
    const { signOff } = await cache.reviews.state(campaign.id)
    const hash = hashOfCampaign(campaign)
    if (hash === null) throw notAllowed(null)
    return { at: last.at, hash, people: version.count, warnings: signOff?.warnings ?? last.warnings }
  }

  /** How the sign-off of a campaign stands, by what the copy holds. */
  async stand(campaignId: string): Promise<TeamStand> {
    const { stand, version } = await this.#standNow(campaignId)
    const over = this.tools.team.rule?.over ?? null
    return {
      ...stand,
      version: version && { content: version.content, count: version.count },
      needed: over !== null && (version === null || version.count > over),
      writesAt: this.#pending.get(campaignId)?.at ?? null,
      failed: this.#failed.get(campaignId) ?? null,
    }
  }

  /** Signs once its seconds have passed: what was reviewed, as the service holds it then. */
  async sign(campaignId: string, hash: string): Promise<TeamStand> {
    const { team, clock, log, own, read } = this.tools
    await team.refresh()
    const state = team.state.shared?.state
    if (state === 'away' || state === 'tooMuch') throw notFound(team.path ?? '')
    await own.refuse(await read(campaignId), hash)
    if (this.#pending.has(campaignId)) return this.stand(campaignId)
    this.#failed.delete(campaignId)
    const pending = { at: clock.now() + undoMs, wake: new AbortController() }
    this.#pending.set(campaignId, pending)
    const written = clock.sleep(undoMs, pending.wake.signal).then(
      () =>
        this.#write(campaignId, hash).catch((error: unknown) => {
          this.#failed.set(campaignId, asProblem(error).problem)
          log.warn('team_not_written', { detail: String(error) })
        }),
      () => undefined, // It was undone.
    )
    void this.#underWay.follow(
      written.finally(() => {
        if (this.#pending.get(campaignId) === pending) this.#pending.delete(campaignId)
        team.tell()
      }),
    )
    team.tell()
    return this.stand(campaignId)
  }

  /** Takes back a signature that is not written yet. */
  async undo(campaignId: string): Promise<TeamStand> {
    const pending = this.#pending.get(campaignId)
    this.#pending.delete(campaignId)
    pending?.wake.abort(new Error('Undone'))
    return this.stand(campaignId)
  }

  async object(campaignId: string, text: string): Promise<TeamStand> {
    const { version } = await this.#standNow(campaignId)
    if (version === null) throw notAllowed(null)
    await this.tools.team.write({ kind: 'object', campaign: campaignId, version, text })
    return this.stand(campaignId)
  }

  async remind(campaignId: string, to: string): Promise<TeamStand> {
    const { team, clock } = this.tools
    const { stand } = await this.#standNow(campaignId)
    const last = Math.max(
      0,
      ...stand.reminders.filter((each) => each.mine && each.to === to).map(({ at }) => at),
    )
    if (Math.abs(clock.now() - last) < hourMs) {
      throw problem('conflict', {
        title: tell('team.refused.remindedAlready'),
        why: tell('team.refused.onceAnHour'),
      })
    }
    await team.write({ kind: 'remind', campaign: campaignId, to })
    return this.stand(campaignId)
  }

  async note(campaignId: string, check: string, text: string): Promise<TeamStand> {
    await this.tools.team.write({ kind: 'note', campaign: campaignId, check, text })
    return this.stand(campaignId)
  }

  async keep(campaignId: string, check: string): Promise<TeamStand> {
    await this.tools.team.write({ kind: 'keep', campaign: campaignId, check })
    return this.stand(campaignId)
  }

  /** The mail as somebody signed it, and as it is now. Throws `not_found` where either is not here. */
  async compare(campaignId: string, id: string): Promise<{ signed: Mail; now: Mail }> {
    const { team, cache } = this.tools
    const { stand } = await this.#standNow(campaignId)
    const campaign = await recordOf(cache, 'campaigns', campaignId)
    const hash = stand.void.find((each) => each.id === id)?.version.content
    if (campaign === null || hash === undefined || team.path === null) throw notKept()
    const { data: signed } = mailSchema.safeParse(await contentOf(team.path, hash))
    if (signed === undefined) throw notKept()
    return { signed, now: mailOf(campaign) }
  }

  async editNote(campaignId: string, id: string, text: string): Promise<TeamStand> {
    const { stand } = await this.#standNow(campaignId)
    const note = stand.notes.find((each) => each.id === id && each.mine)
    if (!note || this.tools.clock.now() - note.at > editableMs) {
      throw problem('conflict', {
        title: tell('team.refused.theNoteIsFixed'),
        why: tell('team.refused.fiveMinutes'),
      })
    }
    await this.tools.team.write({ kind: 'edit', of: id, text })
    return this.stand(campaignId)
  }

  /** Takes back a signature, a note or an objection of one's own. */
  async takeBack(campaignId: string, id: string): Promise<TeamStand> {
    const { team, own } = this.tools
    const mine = team.people.find(({ state }) => state === 'me')?.written.find((each) => each.id === id)
    if (!mine) throw problem('not_found')
    await team.write({ kind: 'retract', of: id })
    if (says(mine, 'sign')) await own.open(campaignId)
    return this.stand(campaignId)
  }

  /** A campaign was changed here: the others are told who did, so that what they signed says why it is void. */
  async edited(before: Campaign, after: Campaign): Promise<void> {
    const { team, log } = this.tools
    const [was, is] = [stateOf(before), stateOf(after)]
    if (team.rule === null || was === null || is === null || hashed(was) === hashed(is)) return
    const change = { kind: 'change', campaign: after.id, before: was, after: is } as const
    await whereFolderAllows(log, () => team.write(change))
  }

  async close(): Promise<void> {
    for (const { wake } of this.#pending.values()) wake.abort(new Error('Closed'))
    this.#pending.clear()
    await this.#underWay.ended()
  }

  async #write(campaignId: string, hash: string): Promise<void> {
    const { team, own, read, cache } = this.tools
    const campaign = await read(campaignId)
    await own.sign(campaign, hash)
    const version = await this.#versionOf(campaign)
    if (version === null) throw notAllowed(null)
    const { signOff } = await cache.reviews.state(campaignId)
    const { path } = team
    if (path !== null) await whereFolderAllows(this.tools.log, () => keepContent(path, mailOf(campaign)))
    await team.write({ kind: 'sign', campaign: campaignId, version, warnings: signOff?.warnings ?? 0 })
  }

  async #standNow(campaignId: string): Promise<{ stand: Stand; version: Version | null }> {
    const { team, cache } = this.tools
    const { rule } = team
    if (rule === null) throw problem('not_found', { title: t('team.refused.nothingIsShared') })
    const campaign = await recordOf(cache, 'campaigns', campaignId)
    const version = campaign && (await this.#versionOf(campaign))
    return { stand: standOf(team.people, campaignId, version, rule), version }
  }

  /** What of a campaign is signed: its people are counted by its newest review; null where that is of another. */
  async #versionOf(campaign: Campaign): Promise<Version | null> {
    const state = stateOf(campaign)
    const { last } = await this.tools.cache.reviews.state(campaign.id)
    if (state === null || last === null || last.hash !== hashOfCampaign(campaign)) return null
    return { ...state, count: last.people }
  }
}

/** What a campaign is, as two hashes; null where its audience cannot be read. */
function stateOf(campaign: Campaign): CampaignState | null {
  const { audience } = audienceOf(campaign)
  return audience && { content: hashed(mailOf(campaign)), audience: hashed(audience) }
}

/** More than any mail. */
const mostBytes = 20_000_000

/** Keeps what is signed beside the entries, in a file of its hash: that tells what it is, whoever wrote it. */
async function keepContent(folder: string, content: unknown): Promise<void> {
  const path = fileOf(folder, hashed(content))
  if ((await contentOf(folder, hashed(content))) !== null) return
  await mkdir(join(folder, 'contents'), { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, canonical(content), { flag: 'wx' })
  await rename(temporary, path)
}

/** What was signed under a hash; null where it is not here, or another. */
async function contentOf(folder: string, hash: string): Promise<unknown> {
  try {
    const found = await lstat(fileOf(folder, hash))
    if (!found.isFile() || found.size > mostBytes) return null
    const content: unknown = JSON.parse(await readFile(fileOf(folder, hash), 'utf8'))
    return hashed(content) === hash ? content : null
  } catch {
    return null
  }
}

const fileOf = (folder: string, hash: string): string => join(folder, 'contents', `${hash}.json`)
