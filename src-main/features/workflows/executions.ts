import { tell } from '../../../src-shared/messages/told'
import type { PartsOf } from '../catalogue/store'
import type { Cache } from '../../cache/store'
import { recordPath } from '../../core/client/catalogue'
import { isProblem, problem } from '../../core/problems'
import type { LoggedWrite } from '../../cache/write-log'
import { type CatalogueWriting, recordOf, refuseMistyped } from '../catalogue'

/** What executions are started and cancelled with. */
interface ExecutionTools {
  cache: Pick<Cache, 'catalogue' | 'contacts'>
  writing: CatalogueWriting
  /** Reads the executions of a workflow into the copy. */
  readParts(of: PartsOf): Promise<void>
}

/** Reads the executions of a workflow that is there, where the service has a list of them. */
export async function readExecutions(id: string, readParts: ExecutionTools['readParts']): Promise<void> {
  try {
    await readParts({ list: 'executions', owner: id })
  } catch (error) {
    // The workflow is there, so it is the list of executions that this service does not have.
    if (!isProblem(error, 'not_found')) throw error
  }
}

/** People's ways through workflows, begun and ended by hand. Nothing waits: without a way to the service it is refused. */
export class Executions {
  constructor(private readonly tools: ExecutionTools) {}

  /** Sends a contact through a workflow. Rejects as the service answers: `conflict` where it was sent before. */
  async start(id: string, contactId: string): Promise<void> {
    const email = (await this.tools.cache.contacts.get(contactId))?.email ?? contactId
    const title = tell('told.startWorkflow', { value: await this.#nameOf(id), email })
    await this.#make(id, { title, method: 'POST', path: '', body: { contactId } }, (client) =>
      client.startExecution(id, contactId, { priority: 'click' }),
    )
  }

  /** Cancels one. The contact goes no further; what it was sent stays sent. */
  async cancel(id: string, execution: string): Promise<number> {
    const title = tell('told.cancelExecution', { value: await this.#nameOf(id) })
    const path = `/${encodeURIComponent(execution)}`
    await this.#make(id, { title, method: 'DELETE', path, body: null }, (client) =>
      client.cancelExecution(id, execution, { priority: 'click' }),
    )
    return 1
  }

  /** Cancels all that are under way, where the workflow's name was typed. How many they were. */
  async cancelAll(id: string, typed: string): Promise<number> {
    const name = await this.#nameOf(id)
    refuseMistyped(typed, name)
    const title = tell('told.cancelExecutions', { name })
    return this.#make(id, { title, method: 'POST', path: '/cancel-all', body: {} }, (client) =>
      client.cancelExecutions(id, { priority: 'click' }),
    )
  }

  /** Makes a write to the executions of a workflow; `path`: below them. That they cannot be read then undoes nothing. */
  async #make<T>(
    id: string,
    write: Omit<LoggedWrite, 'cause'>,
    send: Parameters<typeof this.tools.writing.make<T>>[1],
  ) {
    const path = `${recordPath('workflows', id)}/executions${write.path}`
    const made = await this.tools.writing.make({ ...write, path }, send)
    await this.tools.readParts({ list: 'executions', owner: id }).catch((error: unknown) => {
      if (!isProblem(error)) throw error
    })
    return made
  }

  async #nameOf(id: string): Promise<string> {
    const workflow = await recordOf(this.tools.cache, 'workflows', id)
    if (workflow !== null) return workflow.name
    throw problem('not_found', {
      title: tell('workflows.executions.theWorkflowIsNot'),
      why: tell('words.itIsNoLongerInThe'),
    })
  }
}
