import { tell } from '../../../src-shared/messages/told'
import type { NamedThing } from '../../../src-shared/bridge/names'
import type { Cache } from '../../cache/store'
import { problem } from '../../core/problems'
import { languageOf } from './deployed'
import { type NameUses, usesOfEvents, usesOfFields } from './name-uses'
import { type CatalogueWriting, refuseMistyped } from './writing'

/** What fields and names of events are listed and deleted with. */
interface NameTools {
  cache: Cache
  writing: CatalogueWriting
  /** Reads all contacts anew, in the background: a field went from them. */
  readContacts(): Promise<void>
}

/** The fields that contacts have and the names that events have: how many, what uses them, and getting rid of one. */
export class Names {
  constructor(private readonly tools: NameTools) {}

  /** Of the copy, the most frequent first; `total`: all contacts. */
  async fields(): Promise<{ names: NamedThing[]; total: number }> {
    const { cache } = this.tools
    const uses = await usesOfFields(cache, await languageOf(cache))
    const { contacts } = await cache.maintenance.revision()
    const names = (await cache.contacts.fields()).map(({ key, count }) => ({ name: key, count }))
    return { names: byCount(names, uses), total: contacts }
  }

  /** Of the copy and of the service, the most frequent first; `total`: all events of the copy. */
  async events(): Promise<{ names: NamedThing[]; total: number }> {
    const { cache } = this.tools
    const uses = await usesOfEvents(cache)
    const { events } = await cache.maintenance.revision()
    return { names: byCount(await cache.events.names(), uses), total: events }
  }

  /** Takes a field from every contact at the service, where its key was typed. From how many. `conflict` where it is used. */
  async removeField(key: string, typed: string): Promise<number> {
    refuseMistyped(typed, key)
    const { names } = await this.fields()
    refuseUsed(key, names)
    const path = `/contacts/fields/data.${encodeURIComponent(key)}`
    const count = await this.tools.writing.make(
      { title: tell('told.deleteField', { key }), method: 'DELETE', path, body: null },
      (client) => client.deleteField(key, { priority: 'click' }),
    )
    await this.tools.readContacts()
    return count
  }

  /** Deletes all events of a name at the service, where it was typed. How many. `conflict` where it is used. */
  async removeEvents(name: string, typed: string): Promise<number> {
    refuseMistyped(typed, name)
    const { names } = await this.events()
    refuseUsed(name, names)
    const path = `/events/${encodeURIComponent(name)}`
    const count = await this.tools.writing.make(
      { title: tell('told.deleteEvents', { name }), method: 'DELETE', path, body: null },
      (client) => client.deleteEvents(name, { priority: 'click' }),
    )
    await this.tools.cache.events.forget(name)
    return count
  }
}

function byCount(names: readonly { name: string; count: number }[], uses: NameUses): NamedThing[] {
  return names
    .map(({ name, count }) => ({ name, count, usedBy: uses.get(name) ?? [] }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

function refuseUsed(name: string, names: readonly NamedThing[]): void {
  const uses = names.find((one) => one.name === name)?.usedBy ?? []
  const [first] = uses
  if (first === undefined) return
  throw problem('conflict', {
    title: tell('catalogue.names.itIsStillIn'),
    why: tell('catalogue.names.nameMoreAsksFor', { name: first.name, more: uses.length - 1 }),
    action: tell('catalogue.names.takeItOutOf'),
  })
}
