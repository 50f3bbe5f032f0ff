import { contactListQuery } from '../../routes/contacts'
import { eventPageQuery } from '../../routes/events'
import { answers } from '../answers'
import type { Operation } from '../operation'
import { requests } from '../requests'

/** /contacts and /events. */
export const contactOperations: Operation[] = [
  {
    method: 'get',
    path: '/contacts',
    name: 'listContacts',
    tag: 'Contacts',
    summary: 'List contacts',
    query: contactListQuery,
    pagesItself: true,
    answered: { form: 'list', list: 'contacts', of: answers.Contact },
  },
  {
    method: 'post',
    path: '/contacts',
    name: 'upsertContact',
    tag: 'Contacts',
    summary: 'Create or update the contact of an address',
    description:
      'In data, null deletes a key and an empty string is skipped. _meta tells which of the two it was.',
    body: requests.UpsertContact,
    answered: { form: 'record', of: answers.UpsertedContact },
    statuses: [200, 201],
  },
  {
    method: 'get',
    path: '/contacts/{id}',
    name: 'getContact',
    tag: 'Contacts',
    summary: 'Get a contact',
    answered: { form: 'record', of: answers.Contact },
    refuses: ['CONTACT_NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/contacts/{id}',
    name: 'updateContact',
    tag: 'Contacts',
    summary: 'Update a contact',
    body: requests.UpdateContact,
    answered: { form: 'record', of: answers.Contact },
    refuses: ['CONTACT_NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'delete',
    path: '/contacts/{id}',
    name: 'deleteContact',
    tag: 'Contacts',
    summary: 'Delete a contact with its events',
    answered: { form: 'deleted' },
    refuses: ['CONTACT_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/events',
    name: 'listEvents',
    tag: 'Events',
    summary: 'List events, newest first',
    query: eventPageQuery,
    pagesItself: true,
    answered: { form: 'list', list: 'events', of: answers.Event },
  },
  {
    method: 'get',
    path: '/events/names',
    name: 'listEventNames',
    tag: 'Events',
    summary: 'List the distinct names of events',
    answered: { form: 'names' },
  },
]
