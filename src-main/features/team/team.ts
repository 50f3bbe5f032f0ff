import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { TeamRule, TeamState } from '../../../src-shared/bridge/team'
import { Emitter } from '../../../src-shared/emitter'
import { t } from '../../../src-shared/messages/message'
import { SerialQueue } from '../../../src-shared/serial-queue'
import type { Clock } from '../../core/clock'
import type { Logger } from '../../core/log'
import { isProblem, problem } from '../../core/problems'
import { scopeOf, writeEntry, type Body, type Entry } from './entry'
import { markFolder, TeamFolder, teamOfFolder, type FolderReading } from './folder'
import { newSigningKey } from './key'
import { peopleOf, sameName, type Person, type Trusted } from './people'
import { withWantedRules } from './rules'
import { sharedShown } from './shown'
import { firstRule, type StoredTeam, type TeamStore } from './stored'
import { TeamViews } from './views'
import { cannotWrite, noPerson, notFound, notOpened, notTyped, notWhole, othersName, tooFew } from './refused'

/** What a team is opened with. */
export interface TeamTools {
  profileId: string
  clock: Clock
  log: Logger
  store: TeamStore
  /** What everybody of the team knows the service by. */
  service: string
  /** Tells a person who looks elsewhere. */
  notify(title: string, body: string): void
  /** What this machine is called. */
  machine: string
}

const everyMs = 5000
/** A folder on a network that does not answer is away. */
const patienceMs = 10_000

/** The people who share a folder with this profile: their keys, what they wrote, and how the folder is. */
export class Team {
  #folder: TeamFolder | null = null
  #reading: FolderReading | null = null
  #readAt: number | null = null
  #people: Person[] = []
  #since: number | null = null
  #revision = 0
  #shape = ''
  #polling = false
  /** Saved views that are shared. */
  readonly views = new TeamViews(this)
  readonly #listeners = new Emitter()
  readonly #queue = new SerialQueue()
  readonly #ending = new AbortController()

  constructor(private readonly tools: TeamTools) {
    this.#openFolder()
  }

  /** Who is in it; oneself first. */
  get people(): readonly Person[] {
    return this.#people
  }

  /** null: nothing is shared. */
  get rule(): TeamRule | null {
    return this.tools.store.get()?.rule ?? null
  }

  get path(): string | null {
    return this.tools.store.get()?.folder ?? null
  }

  get state(): TeamState {
    const team = this.tools.store.get()
    const found = { reading: this.#reading, readAt: this.#readAt, people: this.#people, since: this.#since }
    return {
      profileId: this.tools.profileId,
      revision: this.#revision,
      shared: team && sharedShown(team, found),
    }
  }

  watch(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    this.#ending.abort(new Error('The team is closed'))
    this.#listeners.clear()
    await this.#queue.idle()
  }

  /** Begins to share through a folder, as somebody of this name. */
  async share(given: string, name: string): Promise<void> {
    const folder = given.startsWith('~/') ? join(homedir(), given.slice(2)) : given
    if (!isAbsolute(folder)) throw notFound(folder)
    const team = await this.#teamOf(folder)
    const { secret, key } = newSigningKey()
    const { store } = this.tools
    const before = store.get()
    await store.keepSecret(secret)
    // Who comes back to a folder has compared the keys of its people already.
    const known = before?.team === team ? before : { trust: [], heads: {}, rule: firstRule, ruleNumber: 0 }
    await store.change(() => ({ ...known, folder, team, name, key }))
    this.#openFolder()
    try {
      await this.write({ kind: 'hello' })
    } catch (error) {
      if (before === null) await this.stop()
      throw error
    }
  }

  /** Shares no more. What was written stays in the folder. */
  async stop(): Promise<void> {
    await this.tools.store.change(() => null)
    await this.tools.store.keepSecret(null)
    this.#openFolder()
    this.#announce()
  }

  /** Somebody's key was compared, and is theirs. */
  async confirm(key: string): Promise<void> {
    const person = this.#person(key)
    if (sameName(person.name, this.#stored().name)) throw othersName(person.name)
    const doubts = this.#people.flatMap(({ written }) =>
      written.flatMap(({ id, body }) => (body.kind === 'differ' && body.who === key ? [id] : [])),
    )
    const trusted = this.#trusted(person, 'confirmed', doubts)
    await this.#trust((trust) => [
      ...trust
        .filter((each) => each.key !== key)
        .map((each) =>
          sameName(each.name, person.name) && each.state === 'confirmed'
            ? { ...each, state: 'replaced' as const }
            : each,
        ),
      trusted,
    ])
  }

  /** Somebody's key was compared, and is another: all confirmed people are told. */
  async differ(key: string): Promise<void> {
    const person = this.#person(key)
    await this.write({ kind: 'differ', who: key })
    await this.#trust((trust) => [
      ...trust.filter((each) => each.key !== key),
      this.#trusted(person, 'differs', []),
    ])
  }

  /** Takes somebody out. What they signed before stays. */
  async remove(key: string, typed: string): Promise<void> {
    const person = this.#person(key)
    if (!sameName(typed.trim(), person.name)) throw notTyped()
    const left = this.#people.filter((each) => each.signs && each.key !== key).length
    if (person.state === 'confirmed' && left < this.#stored().rule.signers) {
      throw tooFew(person.name, left, this.#stored().rule.signers)
    }
    await this.write({ kind: 'remove', who: key, head: person.chain.head })
  }

  /** Makes another key for oneself. */
  async replaceKey(): Promise<void> {
    const { store } = this.tools
    const { secret, key } = newSigningKey()
    await store.keepSecret(secret)
    const at = this.tools.clock.now()
    await store.change((team) => {
      if (team === null) return null
      const old: Trusted = {
        key: team.key,
        name: team.name,
        at,
        state: 'replaced',
        by: '',
        end: null,
        despite: [],
      }
      return { ...team, key, trust: [...team.trust, old] }
    })
    await this.write({ kind: 'hello' })
  }

  /** Wants another rule. */
  async setRule(rule: TeamRule): Promise<void> {
    await this.write({ kind: 'rule', follows: this.#stored().ruleNumber, rule })
  }

  /** Signs an entry and puts it into the folder. Rejects where that is away, or one's own entries are not whole. */
  write(body: Body): Promise<void> {
    return this.#queue.run(async () => {
      const { clock, store, machine } = this.tools
      await this.#read()
      const team = this.#stored()
      if (this.#folder === null || this.#reading?.state !== 'read') throw notFound(team.folder)
      const chain = this.#person(team.key).chain
      if (chain.state !== 'whole') throw notWhole()
      const { entry, text } = writeEntry(
        {
          scope: this.#scope(team),
          key: team.key,
          name: team.name,
          machine,
          seq: (chain.head?.seq ?? 0) + 1,
          prev: chain.head?.id ?? null,
          at: Math.max(0, Math.round(clock.now())),
          body,
        },
        await store.secret(),
      )
      await this.#put(this.#folder, entry, text)
      await this.#read()
    })
  }

  /** Reads the folder. Never rejects. */
  refresh(): Promise<void> {
    return this.#queue.run(() => this.#read())
  }

  async #put(folder: TeamFolder, entry: Entry, text: string): Promise<void> {
    try {
      await folder.write(entry, text)
    } catch (error) {
      throw cannotWrite(folder.path, error)
    }
  }

  /** The team of a folder; of an empty one, a new team. */
  async #teamOf(folder: string): Promise<string> {
    try {
      const found = await teamOfFolder(folder)
      if (found !== null) return found
      const team = randomBytes(32).toString('hex')
      await markFolder(folder, team)
      return team
    } catch (error) {
      throw notOpened(folder, error)
    }
  }

  /** Reads the folder again and again, as long as one is shared. */
  async #poll(): Promise<void> {
    const { clock, log } = this.tools
    const { signal } = this.#ending
    this.#polling = true
    while (this.#folder !== null && !signal.aborted) {
      await this.refresh().catch((error: unknown) => log.error('team_not_read', { detail: String(error) }))
      await clock.sleep(everyMs, signal).catch(() => undefined)
    }
    this.#polling = false
  }

  async #read(): Promise<void> {
    const { clock, store } = this.tools
    const team = store.get()
    const folder = this.#folder
    if (team === null || folder === null) return
    const away: FolderReading = { state: 'away', entries: [], aside: [], bytes: 0 }
    const late = new AbortController()
    const waited = clock.sleep(patienceMs, late.signal).then(
      () => away,
      () => away,
    )
    const reading = await Promise.race([folder.read(), waited])
    late.abort(new Error('The folder was read'))
    const before = this.#reading
    if (reading.state !== 'away') this.#readAt = clock.now()
    // What was read last stays in view while the folder is away.
    const kept = reading.state === 'away' ? (this.#reading?.entries ?? []) : reading.entries
    this.#reading = { ...reading, entries: kept }
    this.#people = peopleOf(kept, this.#known(team))
    if (before !== null) this.#tellReminders(team, new Set(before.entries.map(({ id }) => id)))
    const whole = this.#people.every(
      ({ chain, state }) => !counting.includes(state) || chain.state === 'whole',
    )
    this.#since = whole ? null : (this.#since ?? clock.now())
    if (reading.state === 'read') await this.#remember(team)
    const shape = JSON.stringify([
      reading.state,
      this.#since,
      kept.map(({ id }) => id),
      reading.aside.length,
      store.get(),
    ])
    if (shape !== this.#shape) this.#announce()
    this.#shape = shape
  }

  /** What was seen is held to from now on: how far everybody wrote, who was taken out, and the rule. */
  async #remember(team: StoredTeam): Promise<void> {
    const heads = { ...team.heads }
    for (const { key, state, chain } of this.#people) {
      if (counting.includes(state) && chain.state === 'whole' && chain.head) heads[key] = chain.head
    }
    const trust = team.trust.map((each) => {
      const person = this.#people.find(({ key }) => key === each.key)
      if (each.state !== 'confirmed' || person?.state !== 'removed') return each
      return { ...each, state: 'removed' as const, at: person.since, by: person.by, end: person.chain.head }
    })
    const next = withWantedRules({ ...team, heads, trust }, this.#people)
    if (JSON.stringify(next) === JSON.stringify(team)) return
    // Whoever stopped, moved or took another key meanwhile has another team.
    await this.tools.store.change((now) => (now?.key === team.key && now.folder === team.folder ? next : now))
    this.#people = peopleOf(this.#reading?.entries ?? [], this.#known(next))
  }

  async #trust(change: (trust: Trusted[]) => Trusted[]): Promise<void> {
    await this.#queue.run(() =>
      this.tools.store.change((team) => team && { ...team, trust: change(team.trust) }),
    )
    await this.refresh()
    this.#announce()
  }

  /** Tells of whoever asked for a signature since the folder was read last. */
  #tellReminders({ key }: StoredTeam, known: ReadonlySet<string>): void {
    for (const { name, counts, chain } of this.#people) {
      const asks = chain.entries.some(
        ({ id, body }) => !known.has(id) && body.kind === 'remind' && body.to === key,
      )
      if (counts && asks) this.tools.notify(t('team.told.asksYou', { name }), t('team.refused.openItsReview'))
    }
  }

  #trusted({ key, name }: Person, state: Trusted['state'], despite: string[]): Trusted {
    return { key, name, at: this.tools.clock.now(), state, by: '', end: null, despite }
  }

  #known({ key, name, trust, heads }: StoredTeam) {
    return { me: { key, name }, trust, heads }
  }

  #scope({ team }: StoredTeam): string {
    return scopeOf(team, this.tools.service)
  }

  #openFolder(): void {
    const team = this.tools.store.get()
    this.#folder = team && new TeamFolder(team.folder, team.team, this.#scope(team))
    this.#reading = null
    this.#readAt = null
    this.#people = []
    this.#since = null
    if (this.#folder !== null && !this.#polling) void this.#poll()
  }

  #stored(): StoredTeam {
    const team = this.tools.store.get()
    if (team === null) throw problem('not_found', { title: t('team.refused.nothingIsShared') })
    return team
  }

  #person(key: string): Person {
    const person = this.#people.find((each) => each.key === key)
    if (!person) throw noPerson()
    return person
  }

  /** Tells that something which is shown with the team changed. */
  tell(): void {
    this.#announce()
  }

  #announce(): void {
    this.#revision += 1
    this.#listeners.emit()
  }
}

const counting: readonly Person['state'][] = ['me', 'confirmed']

/** Does what may fail for the folder's sake alone; a failure is logged. */
export async function whereFolderAllows(log: Logger, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    log.warn('team_not_written', {
      code: isProblem(error) ? error.problem.code : 'internal',
      detail: String(error),
    })
  }
}
