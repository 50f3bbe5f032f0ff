import { tell } from '../../../src-shared/messages/told'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import type { RenderAs } from '../../../src-shared/bridge/review'
import type { TemplateValues } from '../../../src-shared/interface/template-text'
import type { Cache } from '../../cache/store'
import { problem } from '../../core/problems'

/**
 * What the variables of a mail become for somebody; null where they stay as they are written. The service signs the
 * addresses of its own pages for each person: the ones here are of the same kind, and lead nowhere.
 */
export async function valuesOf(
  as: RenderAs,
  { cache, address }: { cache: Pick<Cache, 'contacts'>; address: string },
): Promise<TemplateValues | null> {
  if (as.kind === 'nobody') return null
  if (as.kind === 'values') return withKnown(as, await cache.contacts.findByEmail(as.email), address)
  const contact = await cache.contacts.get(as.id)
  if (contact === null) {
    throw problem('not_found', {
      title: tell('words.thisContactIsGone'),
      why: tell('words.itIsNoLongerInThe'),
      action: tell('review.peopleValues.lookAtTheMail'),
    })
  }
  const { id, email, data } = contact
  return { id, email, data, ...pagesOf(id, address) }
}

/** The service fills in what a contact has where a mail says nothing, and knows nothing of who is no contact yet. */
function withKnown(
  { email, data }: Extract<RenderAs, { kind: 'values' }>,
  known: Pick<ContactRow, 'id' | 'data'> | null,
  address: string,
): TemplateValues {
  const id = known?.id ?? ''
  return { id, email, data: { ...known?.data, ...data }, ...pagesOf(id, address) }
}

function pagesOf(id: string, address: string) {
  const at = `${address.replace(/\/+$/, '')}/`
  return {
    unsubscribeUrl: `${at}unsubscribe/${encodeURIComponent(id)}`,
    subscribeUrl: `${at}subscribe/${encodeURIComponent(id)}`,
    manageUrl: `${at}manage/${encodeURIComponent(id)}`,
  }
}
