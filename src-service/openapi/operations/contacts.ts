import { contactListQuery } from '../../routes/contacts'
import { eventPageQuery } from '../../routes/events'
import { answers } from '../answers'
import { type Operation, operation } from '../operation'
import { requests } from '../requests'
import { recordOperations } from './record-operations'

/** /contacts and /events. */
export const contactOperations: Operation[] = [
  ...recordOperations({
    noun: 'contact',
    of: answers.Contact,
    missing: 'CONTACT_NOT_FOUND',
    list: { query: contactListQuery.unwrap(), pagesItself: true },
    create: {
      name: 'upsertContact',
      summary: 'Create or update the contact of an address',
      description:
        'In data, null deletes a key and an empty string is skipped. _meta tells which of the two it was.',
      body: requests.UpsertContact,
      answered: { form: 'record', of: answers.UpsertedContact },
      statuses: [200, 201],
    },
    update: { body: requests.UpdateContact, refuses: ['CONTACT_NOT_FOUND', 'CONFLICT'] },
    remove: { summary: 'Delete a contact with its events' },
  }),
  operation('get /events', 'listEvents', 'List events, newest first', {
    query: eventPageQuery,
    pagesItself: true,
    answered: { form: 'list', list: 'events', of: answers.Event },
  }),
  operation('get /events/names', 'listEventNames', 'List the distinct names of events', {
    answered: { form: 'names' },
  }),
]
