import type { SpecifiedName } from '../../../src-service/dialect/dialects'
import { z } from 'zod'
import { until } from '../../fixtures/until'
import { type List, pageOf } from './answers'
import { lists } from './lists'
import { make, track } from './made'
import { type Subject, uniqueAddress, uniqueName } from './subject'

/** How a list goes on (wire.md, "List shapes that occur"). */
export type Paging = 'cursor' | 'page'

/** What cases about paging read: a list, narrowed by `query` to what was made for them where that is possible. */
export interface Filled {
  list: List<{ id: string }>
  query: Record<string, string>
  /** Adds one element. Returns its id. */
  add(): Promise<string>
}

/** A list that pages. */
export interface PagedList {
  name: string
  /** By dialect; a deployed service is found out from its answers. */
  paging: Record<SpecifiedName, Paging>
  /** It holds whatever the service has of its kind, not only what was made for the case. */
  shared?: true
  /** What it creates cannot be deleted. */
  leaves?: true
  /** Needs steps or contacts that only the embedded service can be trusted with. */
  embeddedOnly?: true
  open(service: Subject): Promise<Filled>
}

const id = z.looseObject({ id: z.string() })
const of = ({ path, key }: { path: string; key: string }) => ({ path, key, schema: id })

/** The lists, with what fills them. */
export const pagedLists: PagedList[] = [
  {
    name: 'contacts',
    paging: { reference: 'cursor', envelope: 'cursor' },
    async open(service) {
      const tag = uniqueName('paged')
      let number = 0
      const add = async () => (await make.contact(service, { email: `${tag}-${++number}@example.com` })).id
      return { list: of(lists.contacts), query: { search: tag }, add }
    },
  },
  {
    name: 'templates',
    paging: { reference: 'page', envelope: 'cursor' },
    async open(service) {
      const tag = uniqueName('paged')
      let number = 0
      const add = async () => (await make.template(service, { name: `${tag} ${++number}` })).id
      return { list: of(lists.templates), query: { search: tag }, add }
    },
  },
  {
    name: 'campaigns',
    paging: { reference: 'cursor', envelope: 'cursor' },
    shared: true,
    leaves: true,
    open: async (service) => ({
      list: of(lists.campaigns),
      query: {},
      add: async () => (await make.campaign(service)).id,
    }),
  },
  {
    name: 'segments',
    paging: { reference: 'cursor', envelope: 'cursor' },
    shared: true,
    open: async (service) => ({
      list: of(lists.segments),
      query: {},
      add: async () => (await make.staticSegment(service)).id,
    }),
  },
  {
    name: 'members of a segment',
    paging: { reference: 'cursor', envelope: 'cursor' },
    async open(service) {
      const segment = await make.staticSegment(service)
      const add = async () => {
        const contact = await make.contact(service)
        await service.ask('POST', `/segments/${segment.id}/members`, { body: { emails: [contact.email] } })
        return contact.id
      }
      return { list: of(lists.membersOf(segment.id)), query: {}, add }
    },
  },
  {
    name: 'workflows',
    paging: { reference: 'cursor', envelope: 'cursor' },
    shared: true,
    open: async (service) => ({
      list: of(lists.workflows),
      query: {},
      add: async () => (await make.workflow(service)).id,
    }),
  },
  {
    name: 'executions of a workflow',
    paging: { reference: 'cursor', envelope: 'cursor' },
    embeddedOnly: true,
    async open(service) {
      const eventName = uniqueName('trigger')
      const steps = [{ id: 'a', type: 'EXIT', config: {} }]
      const workflow = await make.workflow(service, { eventName, enabled: true, steps })
      const list = lists.executionsOf(workflow.id)
      const execution = z.looseObject({ id: z.string(), contactId: z.string() })
      const add = async () => {
        const { contact } = await track(service, { event: eventName })
        return executionOf(service, { ...list, schema: execution }, contact)
      }
      return { list: of(list), query: {}, add }
    },
  },
  {
    name: 'events',
    paging: { reference: 'cursor', envelope: 'cursor' },
    async open(service) {
      const [event, email] = [uniqueName('event'), uniqueAddress()]
      const add = async () => (await track(service, { event, email })).event
      return { list: of(lists.events), query: { eventName: event }, add }
    },
  },
  {
    name: 'domains',
    paging: { reference: 'cursor', envelope: 'cursor' },
    shared: true,
    open: async (service) => ({
      list: of(lists.domains),
      query: {},
      add: async () => (await make.domain(service)).id,
    }),
  },
]

/** The id of the newest execution, once it is the one of this contact. */
async function executionOf(
  service: Subject,
  list: List<{ id: string; contactId: string }>,
  contact: string,
): Promise<string> {
  const newest = async () => (await pageOf(service, list, { limit: 1 })).items[0]
  const found = await until(newest, (execution) => execution?.contactId === contact)
  return found?.id ?? ''
}
