import { tell } from '../../../src-shared/messages/told'
import type { Answer, CallOptions } from './call-options'
import type { RecordConnectionInput } from '../../../src-shared/bridge/records'
import { decodeOffsetList, type OffsetPage } from '../../../src-shared/interface/offset-list'
import type { ProblemCode } from '../../../src-shared/problem'
import { keepSecret } from '../../../src-shared/redact'
import { isProblem, problem, type ProblemWords } from '../problems'
import { decodedBy } from './answers'
import { createAsk } from './asking'
import {
  type ServiceConnection,
  type ServiceConnectionOptions,
  openServiceConnection,
} from './service-connection'

/** Which list of a record-management service is meant, and how it is called. */
export type RecordCalls = Pick<
  RecordConnectionInput,
  'companyId' | 'workspaceId' | 'form' | 'operation' | 'resource' | 'listName'
>

interface RecordClientOptions extends RecordCalls, ServiceConnectionOptions {
  /** The personal access token. */
  token: string
}

/** One list of a record-management service (interface.md, section 4). */
export interface RecordClient extends Omit<ServiceConnection, 'call' | 'closing'> {
  /** One page. Rejects with a ProblemError; retried as every read is. */
  list(place: { skip: number; limit: number }, options: CallOptions): Promise<Answer<OffsetPage>>
}

/** Opens the client of one connection: a budget, connections and a token of its own. */
export function createRecordClient(options: RecordClientOptions): RecordClient {
  keepSecret(options.token)
  const connection = openServiceConnection(options, { 'x-service-company-id': options.companyId })
  const ask = createAsk({
    ...connection,
    // A token has no class that could be the wrong one.
    key: { text: options.token, takesPublic: true },
    clock: options.clock,
  })
  return Object.assign(connection, {
    async list(place: { skip: number; limit: number }, callOptions: CallOptions) {
      try {
        const read = decodedBy((body) => decodeOffsetList(body, options.listName))
        return await ask(requestOf(options, place), callOptions, read)
      } catch (error) {
        throw inRecordWords(error, options)
      }
    },
  })
}

/** Reading is a POST in the one form: it changes nothing, and may be repeated all the same. */
function requestOf(calls: RecordCalls, { skip, limit }: { skip: number; limit: number }) {
  const { form, workspaceId } = calls
  if (form === 'rpc') {
    const body = JSON.stringify({ workspaceId, skip, limit })
    return { method: 'POST' as const, path: `/v1/${calls.operation}`, body, reads: true }
  }
  const query = new URLSearchParams({ workspaceId, skip: String(skip), limit: String(limit) })
  return { method: 'GET' as const, path: `/v1/${calls.resource}?${query.toString()}` }
}

/** What a failure means where the key is a token, and the list has a name that may be wrong. */
function inRecordWords(error: unknown, { form, operation, resource }: RecordCalls): unknown {
  if (!isProblem(error, 'key_refused', 'forbidden', 'not_found')) return error
  const words: Partial<Record<ProblemCode, ProblemWords>> = {
    key_refused: {
      title: tell('core.records.theTokenWasRefused'),
      why: tell('core.records.theServiceDoesNot'),
      action: tell('core.records.enterANewToken'),
    },
    forbidden: {
      title: tell('core.records.theTokenDoesNot'),
      action: tell('core.records.checkTheCompanyId'),
    },
    not_found: {
      title: tell('core.records.theServiceDoesNot2'),
      why:
        form === 'rpc'
          ? tell('core.records.theAddressAnswersBut', { operation })
          : tell('core.records.theAddressAnswersBut2', { resource }),
      action: tell('core.records.checkTheCallForm'),
    },
  }
  const { code } = error.problem
  return problem(code, { ...error.problem, ...words[code] }, { cause: error })
}
