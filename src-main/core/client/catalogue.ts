import { tell } from '../../../src-shared/messages/told'
import type { ServiceQuirks } from './service-quirks'
import type { Answer, CallOptions } from './call-options'
import { jsonText } from '../../../src-shared/interface/exact-number'
import {
  campaignStatsSchema,
  campaignTestSchema,
  type Campaign,
  type CampaignStats,
  type CreateCampaignRequest,
  type SendCampaignRequest,
  type UpdateCampaignRequest,
} from '../../../src-shared/interface/campaign'
import {
  catalogueSchemas,
  type CatalogueList,
  type CatalogueRecords,
} from '../../../src-shared/interface/catalogue'
import {
  decodeList,
  decodeRecord,
  type ListPage,
  type ListRequest,
} from '../../../src-shared/interface/paging'
import type { CreateSegmentRequest, UpdateSegmentRequest } from '../../../src-shared/interface/segment'
import type { CreateTemplateRequest, UpdateTemplateRequest } from '../../../src-shared/interface/template'
import {
  executionSchema,
  type CreateWorkflowRequest,
  type Execution,
  type UpdateWorkflowRequest,
} from '../../../src-shared/interface/workflow'
import { isProblem, problem } from '../problems'
import { decodedBy, deleted, listIn, orNothing, type ReadAnswer, recordIn } from './answers'
import { type Ask, get, post, postOnce, remove } from './asking'
import type { CallAnswer } from './calls'
import { conditionsFromService, conditionsForService } from './record-conditions'
import { isMissingCall } from './offered-calls'
import type { KeyProject } from './projects'
import { listQuery } from './query'
import type { UsedKey } from './refusals'

/** What a record of each list is made of. */
export interface CatalogueCreations {
  segments: CreateSegmentRequest
  templates: CreateTemplateRequest
  campaigns: CreateCampaignRequest
  workflows: CreateWorkflowRequest
  domains: { domain: string }
}

/** What of a record of each list can be changed; domains cannot. */
export interface CatalogueChanges {
  segments: UpdateSegmentRequest
  templates: UpdateTemplateRequest
  campaigns: UpdateCampaignRequest
  workflows: UpdateWorkflowRequest
}

/**
 * The calls over segments, templates, campaigns, workflows and domains (interface.md section 4). What a deployment
 * lacks rejects with `not_found`. Records are made once: where no answer comes, `outcome_unknown`.
 */
export interface CatalogueClient {
  listCatalogue<L extends CatalogueList>(
    list: L,
    request: ListRequest,
    options: CallOptions,
  ): Promise<Answer<ListPage<CatalogueRecords[L]>>>
  /** Domains have no call of their own. */
  getRecord<L extends Exclude<CatalogueList, 'domains'>>(
    list: L,
    id: string,
    options: CallOptions,
  ): Promise<Answer<CatalogueRecords[L]>>
  createRecord<L extends CatalogueList>(
    list: L,
    body: CatalogueCreations[L],
    options: CallOptions,
  ): Promise<Answer<CatalogueRecords[L]>>
  /** PATCH; a campaign where that is unknown: PUT (wire.md, "Records"). */
  updateRecord<L extends keyof CatalogueChanges>(
    list: L,
    id: string,
    body: CatalogueChanges[L],
    options: CallOptions,
  ): Promise<Answer<CatalogueRecords[L]>>
  /** Of campaigns drafts alone, where the service has that call. */
  deleteRecord(list: CatalogueList, id: string, options: CallOptions): Promise<Answer<null>>
  /** Sends or schedules. Never repeated: where no answer comes, `outcome_unknown` (docs/rules.md, rule 3). */
  sendCampaign(id: string, body: SendCampaignRequest, options: CallOptions): Promise<Answer<Campaign | null>>
  cancelCampaign(id: string, options: CallOptions): Promise<Answer<Campaign | null>>
  /** Sends a test to one address; as often as it is asked. */
  testCampaign(id: string, email: string, options: CallOptions): Promise<Answer<unknown>>
  campaignStats(id: string, options: CallOptions): Promise<Answer<CampaignStats>>
  listExecutions(
    workflowId: string,
    request: ListRequest,
    options: CallOptions,
  ): Promise<Answer<ListPage<Execution>>>
}

/** The path of a record. An id is opaque, but never empty or dots: to every server that is another path. */
export function recordPath(list: CatalogueList | 'contacts', id: string): string {
  if (id === '' || /^\.{1,2}$/.test(id)) {
    throw problem('input_invalid', { why: tell('core.catalogue.thisIsNoId', { list }) })
  }
  return `/${list}/${encodeURIComponent(id)}`
}

/** A record, as an answer holds it. */
const one =
  <L extends CatalogueList>(list: L) =>
  (made: CallAnswer, key: UsedKey) =>
    conditionsFromService(list, recordIn<CatalogueRecords[L]>(catalogueSchemas[list])(made, key))

/** A record, or null where the service says only that it is done. */
const perhaps = <L extends CatalogueList>(list: L): ReadAnswer<CatalogueRecords[L] | null> =>
  orNothing(
    decodedBy((body) => {
      const read = decodeRecord<CatalogueRecords[L]>(body, catalogueSchemas[list])
      return { ok: true, value: read.ok ? conditionsFromService(list, read.value) : null }
    }),
  )

/** These calls, made with `ask`. `known` is looked at with each. */
export function catalogueClient(
  ask: Ask,
  project: KeyProject,
  known: Pick<ServiceQuirks, 'campaignsByPut'>,
): CatalogueClient {
  const domains = domainPlace(project)
  const listAt =
    <L extends CatalogueList>(list: L, request: ListRequest, options: CallOptions) =>
    (path: string) =>
      ask(get(`${path}${listQuery(request)}`), options, (made, key) => {
        const page = decodedBy((body) => {
          const read = decodeList(body, list, catalogueSchemas[list], request)
          if (read.ok) project.note(body, read.value.items.length)
          return read
        })(made, key)
        return { ...page, items: page.items.map((record) => conditionsFromService(list, record)) }
      })

  const getRecord: CatalogueClient['getRecord'] = async (list, id, options) =>
    ask(get(recordPath(list, id)), options, one(list))

  return {
    getRecord,
    listCatalogue: async (list, request, options) => {
      const at = listAt(list, request, options)
      return list === 'domains' ? domains.list(at, options) : at(`/${list}`)
    },
    async createRecord(list, body, options) {
      const quiet = { ...options, onSent: undefined }
      const of = list === 'domains' ? await domains.project(listAt(list, { limit: 1 }, quiet), quiet) : {}
      const made = await conditionsForService(body, project, { ...quiet, creates: true })
      return ask(postOnce(`/${list}`, { ...made, ...of }), options, one(list))
    },
    updateRecord: updating(ask, project, known, getRecord),
    deleteRecord: async (list, id, options) => ask(remove(recordPath(list, id)), options, deleted),
    ...campaignCalls(ask),
    listExecutions: async (workflowId, request, options) =>
      ask(
        get(`${recordPath('workflows', workflowId)}/executions${listQuery(request)}`),
        options,
        listIn('executions', executionSchema, request),
      ),
  }
}

function campaignCalls(
  ask: Ask,
): Pick<CatalogueClient, 'sendCampaign' | 'cancelCampaign' | 'testCampaign' | 'campaignStats'> {
  return {
    sendCampaign: async (id, body, options) =>
      ask(postOnce(`${recordPath('campaigns', id)}/send`, body), options, perhaps('campaigns')),
    cancelCampaign: async (id, options) =>
      ask(post(`${recordPath('campaigns', id)}/cancel`), options, perhaps('campaigns')),
    testCampaign: async (id, email, options) =>
      ask(
        postOnce(`${recordPath('campaigns', id)}/test`, { email }),
        options,
        orNothing(recordIn(campaignTestSchema)),
      ),
    campaignStats: async (id, options) =>
      ask(get(`${recordPath('campaigns', id)}/stats`), options, recordIn(campaignStatsSchema)),
  }
}

/** The call that changes a record. */
function updating(
  ask: Ask,
  project: KeyProject,
  known: Pick<ServiceQuirks, 'campaignsByPut'>,
  getRecord: CatalogueClient['getRecord'],
): CatalogueClient['updateRecord'] {
  /** What was done without the record being answered is read. */
  async function withRecord<L extends Exclude<CatalogueList, 'domains'>>(
    list: L,
    id: string,
    options: CallOptions,
    done: Answer<CatalogueRecords[L] | null>,
  ): Promise<Answer<CatalogueRecords[L]>> {
    if (done.value) return { ...done, value: done.value }
    const read = await getRecord(list, id, { ...options, onSent: undefined })
    return { ...done, value: read.value }
  }

  /** Tells a campaign that is gone from a service that does not know the method. */
  async function isThere(id: string, options: CallOptions): Promise<boolean> {
    try {
      await getRecord('campaigns', id, { ...options, onSent: undefined })
      return true
    } catch (error) {
      if (isProblem(error, 'not_found')) return false
      throw error
    }
  }

  return async (list, id, body, options) => {
    const changed = await conditionsForService(body, project, {
      ...options,
      onSent: undefined,
      creates: false,
    })
    const request = { path: recordPath(list, id), body: jsonText(changed) }
    const put = async () =>
      withRecord(list, id, options, await ask({ method: 'PUT', ...request }, options, perhaps(list)))
    if (list === 'campaigns' && known.campaignsByPut) return put()
    try {
      const done = await ask({ method: 'PATCH', ...request }, options, perhaps(list))
      return await withRecord(list, id, options, done)
    } catch (error) {
      // What stands in front of the service may refuse a method that it does not know, too.
      const isMissing = isMissingCall(error) || isProblem(error, 'not_the_service')
      if (list !== 'campaigns' || !isMissing || !(await isThere(id, options))) throw error
      return put()
    }
  }
}

/** Where a service keeps its domains, as its answers tell: at `/domains`, or by project. */
function domainPlace(keyProject: KeyProject) {
  /** Whose domains are listed by project; null: the service has `/domains`; undefined: nobody has asked yet. */
  let project: string | null | undefined

  const pathOf = (id: string) => `/domains/project/${encodeURIComponent(id)}`

  async function list<T>(listAt: (path: string) => Promise<T>, options: CallOptions): Promise<T> {
    if (project) return listAt(pathOf(project))
    try {
      const listed = await listAt('/domains')
      project = null
      return listed
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
      const id = await keyProject.id(options)
      if (id === null) throw error
      const listed = await listAt(pathOf(id))
      project = id
      return listed
    }
  }

  return {
    /** Lists them by `listAt` from wherever they are. Rejects with `not_found` where the service has neither list. */
    list,
    /** What a new domain's body says beside the domain. `listAt` as before: the place may not be known yet. */
    async project(listAt: (path: string) => Promise<unknown>, options: CallOptions) {
      if (project === undefined) await list(listAt, options)
      return project ? { projectId: project } : {}
    },
  }
}
