import { describe, expect, it } from 'vitest'
import { call, flat, plain, textAt } from '../../deployed/stand-in/calls'
import { becomes, holds, type Subject, subjects } from './subjects'

const nobody = '00000000-0000-4000-8000-000000000000'

/** What is told of a job once it is over. */
async function ended(service: Subject, job: string): Promise<unknown> {
  await becomes(service, `/contacts/${job}`, { state: expect.stringMatching(/^(completed|failed)$/) })
  return (await call(service, `GET /contacts/${job}`)).body
}

describe.each(subjects)('$name', (candidate) => {
  describe('bulk actions (deployed.md section 3)', () => {
    const jobOf = (service: Subject, body: unknown) => ended(service, `bulk/${textAt(body, 'jobId')}`)

    it('unsubscribes up to a thousand ids, and says who was so already', async () => {
      const service = await candidate.open()
      const people = await service.seed(4, (index) => ({ subscribed: index > 0 }))
      const contactIds = [...people.map(({ id }) => id), nobody]
      const queued = await call(service, 'POST /contacts/bulk-unsubscribe', { mode: 'ids', contactIds })
      expect(queued).toMatchObject({ status: 202, body: { message: expect.any(String) } })
      expect(await jobOf(service, queued.body)).toMatchObject({
        state: 'completed',
        progress: 100,
        failedReason: null,
        result: {
          operation: 'unsubscribe',
          totalRequested: 5,
          successCount: 3,
          unchangedCount: 1,
          failureCount: 1,
          errors: [expect.anything()],
        },
      })
    })

    it('takes everybody of a query but those who are left out', async () => {
      const service = await candidate.open()
      const people = await service.seed(5)
      const filter = { search: 'PERSON', subscribed: true }
      const body = { mode: 'query', filter, excludeIds: [people[0]!.id] }
      const queued = await call(service, 'POST /contacts/bulk-delete', body)
      expect(await jobOf(service, queued.body)).toMatchObject({
        result: { totalRequested: 4, successCount: 4 },
      })
      expect((await call(service, 'GET /contacts')).body).toMatchObject({
        data: [{ id: people[0]!.id }],
        total: 1,
      })
    })

    holds(candidate, [
      {
        says: 'wants to know in which way the people are chosen',
        asks: 'POST /contacts/bulk-delete',
        body: { contactIds: [nobody] },
        answers: flat(400),
      },
      ...[
        { says: 'ids that are none', wrong: { mode: 'ids', contactIds: [] } },
        { says: 'ids that are no texts', wrong: { mode: 'ids', contactIds: [5] } },
        { says: 'a query without a filter', wrong: { mode: 'query' } },
        { says: 'a search that is no text', wrong: { mode: 'query', filter: { search: 5 } } },
        { says: 'subscribed that is no boolean', wrong: { mode: 'query', filter: { subscribed: 'yes' } } },
        { says: 'left out that is no list', wrong: { mode: 'query', filter: {}, excludeIds: nobody } },
        { says: 'a list for an object', wrong: [nobody] },
      ].map(({ says, wrong }) => ({
        says: `refuses ${says}`,
        asks: 'POST /contacts/bulk-delete',
        body: wrong,
        answers: flat(400),
      })),
      {
        says: 'takes at most a thousand ids',
        asks: 'POST /contacts/bulk-delete',
        body: { mode: 'ids', contactIds: Array.from({ length: 1001 }, () => nobody) },
        answers: flat(400),
      },
      { says: 'knows no job of another id', asks: `GET /contacts/bulk/${nobody}`, answers: flat(404) },
      { says: 'knows no import of another id', asks: `GET /contacts/import/${nobody}`, answers: flat(404) },
    ])
  })

  describe('its own import (deployed.md section 3)', () => {
    const form = (text: string, { name = 'file', type = 'text/csv', file = 'people.csv' } = {}) => {
      const data = new FormData()
      data.append(name, new Blob([text], { type }), file)
      return data
    }

    it('writes headers in lower case and every value as text', async () => {
      const service = await candidate.open()
      await service.add({ email: 'grace@example.com', data: { plan: 'pro' } })
      const file = form(
        'Email,FirstName,Age,Subscribed\nAda@example.com,Ada,36,no\ngrace@example.com,,,YES\nnobody,,,\n',
      )
      const queued = await call(service, 'POST /contacts/import', file)
      expect(queued).toMatchObject({ status: 202, body: { jobId: expect.any(String) } })
      const job = await ended(service, `import/${textAt(queued.body, 'jobId')}`)
      const ada = await call(service, 'GET /contacts?search=ada')
      expect(ada.body).toMatchObject({
        data: [{ data: { firstname: 'Ada', age: '36' }, subscribed: false }],
      })
      expect(job).toMatchObject({
        state: 'completed',
        result: {
          totalRows: 3,
          successCount: 2,
          createdCount: 1,
          updatedCount: 1,
          failureCount: 1,
          errors: [{ row: 4, email: 'nobody', error: expect.any(String) }],
        },
      })
    })

    it('refuses a file of more than 5 MB in its own way', async () => {
      const service = await candidate.open()
      const file = form(`email\n${'x'.repeat(5 * 1024 * 1024)}`)
      expect(await call(service, 'POST /contacts/import', file)).toMatchObject(plain(500))
    })

    it('asks for a file', async () => {
      const service = await candidate.open()
      expect(await call(service, 'POST /contacts/import', form('email', { name: 'other' }))).toMatchObject(
        flat(400),
      )
    })

    it('takes a form that is none as one without a file', async () => {
      const service = await candidate.open()
      const headers = { 'Content-Type': 'multipart/form-data' }
      const refused = await call(service, 'POST /contacts/import', 'email', { headers })
      expect(refused).toMatchObject(flat(400))
    })

    it('knows a file of CSV by its type, or by its name', async () => {
      const service = await candidate.open()
      const imported = (file: FormData) => call(service, 'POST /contacts/import', file)
      const type = 'application/vnd.ms-excel'
      const named = await imported(form('email\nada@example.com', { type, file: 'people.csv' }))
      expect(named).toMatchObject({ status: 202 })
      expect(await ended(service, `import/${textAt(named.body, 'jobId')}`)).toMatchObject({
        result: { createdCount: 1 },
      })
      expect(await imported(form('email', { type, file: 'people.xls' }))).toMatchObject(plain(500))
    })
  })
})
