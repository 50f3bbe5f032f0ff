import { tell } from '../../../src-shared/messages/told'
import { membersPerRequest, type Segment } from '../../../src-shared/interface/segment'
import { recordPath } from '../../core/client/catalogue'
import type { CatalogueWriting } from '../catalogue'

/** The addresses of each request, as many as one may hold. */
export function* requestsOf(addresses: readonly string[]): Generator<string[], void, undefined> {
  for (let start = 0; start < addresses.length; start += membersPerRequest) {
    yield addresses.slice(start, start + membersPerRequest)
  }
}

/** The requests that a person changes the members of a static segment by, each entered in the activity log. */
export function memberRequests(writing: Pick<CatalogueWriting, 'make'>, { id, name }: Segment) {
  const path = `${recordPath('segments', id)}/members`
  return {
    /** Rejects with what the service refuses. `createMissing` false, or not there: nobody becomes a contact by it. */
    add: (emails: string[], more: { createMissing?: boolean; subscribed?: boolean } = {}) =>
      writing.make(
        {
          title: tell('told.addToSegment', { counted: emails.length, name }),
          method: 'POST',
          path,
          body: { emails, ...more },
        },
        (client) => client.addMembers(id, emails, { priority: 'click', ...more }),
      ),
    /** Rejects with what the service refuses. */
    take: (emails: string[]) =>
      writing.make(
        {
          title: tell('told.takeFromSegment', { counted: emails.length, name }),
          method: 'DELETE',
          path,
          body: { emails },
        },
        (client) => client.removeMembers(id, emails, { priority: 'click' }),
      ),
  }
}
