import { type ToldSentence, tell } from '../../../src-shared/messages/told'
import { t } from '../../../src-shared/messages/message'
import type { Answer } from '../../core/client/call-options'
import type { Clock } from '../../core/clock'
import type { CatalogueList, CatalogueRecords } from '../../../src-shared/interface/catalogue'
import type { Problem } from '../../../src-shared/problem'
import type { Cache } from '../../cache/store'
import { deleted, logged, type LoggedWrite } from '../../cache/write-log'
import { recordPath, type CatalogueChanges, type CatalogueCreations } from '../../core/client/catalogue'
import type { ServiceClient } from '../../core/client/client'
import { isProblem, problem } from '../../core/problems'

/** The way to the service, as writes of the catalogue need it. */
export interface WritingAccess {
  readonly client: ServiceClient
  readonly online: boolean
  /** Why nothing is worth trying until a person acts; null where nothing speaks against it. */
  readonly problem: Problem | null
}

/** What writes of the catalogue are made with. */
interface WritingTools {
  cache: Cache
  clock: Clock
  access: WritingAccess
  readOnly(): boolean
  /** A list got longer or shorter by a write of ours: whoever counts it counts again. */
  wrote?(list: CatalogueList): Promise<void>
}

/** A change as it is asked for. `basis`: `updatedAt` of what it starts from; null writes over whatever is there. */
export interface CatalogueChange<L extends keyof CatalogueChanges> {
  id: string
  changes: CatalogueChanges[L]
  basis: string | null
  /** How the activity log names it: "Change the template Welcome". */
  title: ToldSentence
}

/**
 * Writes to the lists of the catalogue. None of them waits: without a way to the service, or in a read-only profile, they
 * are refused in words and nothing leaves. Each is in the activity log, and the copy holds what the service answered.
 */
export class CatalogueWriting {
  constructor(private readonly tools: WritingTools) {}

  /** Throws `profile_read_only`, `offline`, or what blocks the connection, where no write may leave now. */
  refuse({ takesBack = false } = {}): void {
    const { access, readOnly } = this.tools
    if (readOnly()) throw problem('profile_read_only')
    if (takesBack) return
    if (access.problem) throw problem(access.problem.code, access.problem)
    if (!access.online) throw problem('offline', { why: tell('words.theServiceCannotBeReachedNothing') })
  }

  /**
   * Makes any one write, unless writes are refused now, and enters it in the log. `takesBack`: what was begun before the
   * service failed, so that is no reason not to try.
   */
  async make<T>(
    write: Omit<LoggedWrite, 'cause'>,
    send: (client: ServiceClient) => Promise<Answer<T>>,
    options: { takesBack?: boolean } = {},
  ): Promise<T> {
    this.refuse(options)
    const { cache, clock, access } = this.tools
    const { value } = await logged(cache, clock, { cause: 'person', ...write }, () => send(access.client))
    return value
  }

  /** Makes a record. `outcome_unknown` where no answer came: it is not sent a second time. */
  async create<L extends CatalogueList>(
    list: L,
    body: CatalogueCreations[L],
    title: ToldSentence,
  ): Promise<CatalogueRecords[L]> {
    const record = await this.make({ title, method: 'POST', path: `/${list}`, body }, (client) =>
      client.createRecord(list, body, { priority: 'click' }),
    )
    await this.tools.cache.catalogue.upsert({ list, record })
    await this.tools.wrote?.(list)
    return record
  }

  /** Changes a record. `conflict` where the service holds another one than the basis; the copy then holds that one. */
  async update<L extends keyof CatalogueChanges>(
    list: L,
    { id, changes, basis, title }: CatalogueChange<L>,
  ): Promise<CatalogueRecords[L]> {
    this.refuse()
    if (basis !== null) await this.#refuseOthers(list, id, basis)
    const write = { title, method: 'PATCH', path: recordPath(list, id), body: changes } as const
    const record = await this.make(write, (client) =>
      client.updateRecord(list, id, changes, { priority: 'click' }),
    )
    if (record.id !== id) throw problem('answer_for_another')
    await this.tools.cache.catalogue.upsert({ list, record })
    return record
  }

  /** Deletes a record; `conflict` where something uses it. One that is gone already is all that was wanted. */
  async remove(list: CatalogueList, id: string, title: ToldSentence): Promise<void> {
    await this.make({ title, method: 'DELETE', path: recordPath(list, id), body: null }, (client) =>
      deleted(this.tools.clock, () => client.deleteRecord(list, id, { priority: 'click' })).catch(
        (error: unknown) => {
          throw isProblem(error, 'conflict') ? inUse(error.problem) : error
        },
      ),
    )
    await this.tools.cache.catalogue.remove({ list, id })
    await this.tools.wrote?.(list)
  }

  /** The record as the service holds it now, kept in the copy. Where it is gone there, the copy lets go of it too. */
  async read<L extends Exclude<CatalogueList, 'domains'>>(list: L, id: string): Promise<CatalogueRecords[L]> {
    const { cache, access } = this.tools
    try {
      const { value: record } = await access.client.getRecord(list, id, { priority: 'click' })
      if (record.id !== id) throw problem('answer_for_another')
      await cache.catalogue.upsert({ list, record })
      return record
    } catch (error) {
      if (isProblem(error, 'not_found')) await cache.catalogue.remove({ list, id })
      throw error
    }
  }

  async #refuseOthers(list: keyof CatalogueChanges, id: string, basis: string): Promise<void> {
    const { updatedAt } = await this.read(list, id)
    if (updatedAt === undefined || updatedAt === basis) return
    throw problem('conflict', {
      title: tell('catalogue.writing.somebodyElseChangedIt'),
      why: tell('catalogue.writing.theServiceHoldsAnother'),
      action: tell('catalogue.writing.lookAtWhatIs'),
    })
  }
}

/** What a 409 to a deletion means: the service names no code of its own for it. */
function inUse({ why, status, serviceCode, requestId }: Problem): Error {
  return problem('conflict', {
    title: tell('catalogue.names.itIsStillIn'),
    why: tell('catalogue.writing.nothingWasDeletedWhy', { why }),
    action: tell('catalogue.writing.takeItOutOf'),
    ...(status !== undefined && { status }),
    ...(serviceCode !== undefined && { serviceCode }),
    ...(requestId !== undefined && { requestId }),
  })
}

/** Throws `input_invalid` unless what was typed is the name of what is to go (docs/rules.md, rule 12). */
export function refuseMistyped(typed: string, name: string): void {
  if (typed.trim() === name.trim()) return
  throw problem('input_invalid', {
    title: tell('catalogue.writing.theNameDoesNot'),
    why: tell('catalogue.writing.whatWasTypedIs'),
    action: tell('catalogue.writing.typeTheNameAs'),
    fields: [{ field: 'name', message: t('catalogue.writing.isAnotherName') }],
  })
}
