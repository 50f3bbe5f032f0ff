import { describe, expect, it } from 'vitest'
import { contactSchema } from '../../../src-shared/interface/contact'
import type { Execution } from '../../../src-shared/interface/workflow'
import { until } from '../../fixtures/until'
import { readAll, recordOf } from './answers'
import { lists } from './lists'
import { make, track } from './made'
import { uniqueName } from './subject'
import { conformance } from './suite'

type Steps = { id: string; type: string; config?: unknown; templateId?: string }[]
type Ways = [from: string, to: string, branch?: string][]

// wire.md, "Workflow" and "Execution": what starts one, where it waits, how it ends.
conformance('3 States of an execution', (the) => {
  the.onlyEmbedded('running workflows', 'only the embedded service takes steps (wire.md, "Workflow")', () => {
    async function workflow(steps: Steps, ways: Ways = [], more: object = {}) {
      const eventName = uniqueName('trigger')
      const transitions = ways.map(([fromStepId, toStepId, branch]) => ({
        fromStepId,
        toStepId,
        ...(branch && { condition: { branch } }),
      }))
      const { id } = await make.workflow(the.service, {
        eventName,
        enabled: true,
        steps,
        transitions,
        ...more,
      })
      return { id, eventName }
    }
    const executions = (id: string) => readAll(the.service, lists.executionsOf(id))
    const oneOf = (id: string, wanted: (execution: Execution) => boolean) =>
      until(
        async () => (await executions(id))[0],
        (found) => found !== undefined && wanted(found),
      )
    const status = (wanted: string) => (execution: Execution) => execution.status === wanted
    const dataOf = async (id: string) =>
      recordOf(await the.service.ask('GET', `/contacts/${id}`), contactSchema).data

    it('EXIT ends it: EXITED, with its reason', async () => {
      const { id, eventName } = await workflow([{ id: 'a', type: 'EXIT', config: { reason: 'not now' } }])
      const { contact } = await track(the.service, { event: eventName })
      const found = await oneOf(id, status('EXITED'))
      expect(found).toMatchObject({ workflowId: id, contactId: contact, exitReason: 'not now' })
      expect(Date.parse(found?.completedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(found?.startedAt ?? ''))
    })

    it('after its last step it is COMPLETED', async () => {
      const { id, eventName } = await workflow([
        { id: 'a', type: 'UPDATE_CONTACT', config: { data: { welcomed: true } } },
      ])
      const { contact } = await track(the.service, { event: eventName })
      await oneOf(id, status('COMPLETED'))
      expect(await dataOf(contact)).toMatchObject({ welcomed: true })
    })

    it('DELAY holds it, and lets it go on', async () => {
      const { id, eventName } = await workflow(
        [
          { id: 'a', type: 'DELAY', config: { amount: 0.02, unit: 'minutes' } },
          { id: 'b', type: 'UPDATE_CONTACT', config: { data: { later: 1 } } },
        ],
        [['a', 'b']],
      )
      const { contact } = await track(the.service, { event: eventName })
      await oneOf(id, status('WAITING'))
      expect(await dataOf(contact)).toEqual({})
      await oneOf(id, status('COMPLETED'))
      expect(await dataOf(contact)).toEqual({ later: 1 })
    })

    describe('WAIT_FOR_EVENT', () => {
      const waiting = (eventName: string, timeout?: number) =>
        workflow(
          [
            { id: 'a', type: 'WAIT_FOR_EVENT', config: { eventName, ...(timeout && { timeout }) } },
            { id: 'came', type: 'EXIT', config: { reason: 'came' } },
            ...(timeout ? [{ id: 'late', type: 'EXIT', config: { reason: 'late' } }] : []),
          ],
          // Who waits for ever has no way out by time.
          [['a', 'came', 'event'], ...(timeout ? [['a', 'late', 'timeout'] as Ways[number]] : [])],
        )

      it('goes on by the event', async () => {
        const awaited = uniqueName('awaited')
        const { id, eventName } = await waiting(awaited)
        const email = `${uniqueName('person')}@example.com`
        await track(the.service, { email, event: eventName })
        await oneOf(id, status('WAITING'))
        await track(the.service, { email, event: awaited })
        expect((await oneOf(id, status('EXITED')))?.exitReason).toBe('came')
      })

      it('does not go on by the event of another contact', async () => {
        const awaited = uniqueName('awaited')
        const { id, eventName } = await waiting(awaited)
        await track(the.service, { event: eventName })
        await oneOf(id, status('WAITING'))
        await track(the.service, { event: awaited })
        expect((await executions(id)).map((execution) => execution.status)).toEqual(['WAITING'])
      })

      it('goes on by its time-out', async () => {
        const { id, eventName } = await waiting(uniqueName('never'), 1)
        await track(the.service, { event: eventName })
        expect((await oneOf(id, status('EXITED')))?.exitReason).toBe('late')
      })
    })

    it.each([
      ['yes', { plan: 'pro' }],
      ['no', { plan: 'free' }],
    ])('CONDITION takes the way "%s"', async (reason, data) => {
      const condition = {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
      }
      const { id, eventName } = await workflow(
        [
          { id: 'a', type: 'CONDITION', config: { condition } },
          { id: 'y', type: 'EXIT', config: { reason: 'yes' } },
          { id: 'n', type: 'EXIT', config: { reason: 'no' } },
        ],
        [
          ['a', 'y', 'yes'],
          ['a', 'n', 'no'],
        ],
      )
      await track(the.service, { event: eventName, data })
      expect((await oneOf(id, status('EXITED')))?.exitReason).toBe(reason)
    })

    it('SEND_EMAIL sends its template', async () => {
      const { id: templateId } = await make.template(the.service, { from: the.service.sender })
      const { id, eventName } = await workflow([{ id: 'a', type: 'SEND_EMAIL', templateId }])
      const { contact } = await track(the.service, { event: eventName })
      await oneOf(id, status('COMPLETED'))
      await until(
        () => readAll(the.service, lists.events, 100, { eventName: 'email.sent' }),
        (events) => events.some(({ contactId }) => contactId === contact),
      )
    })

    it('WEBHOOK to an address of this network fails: FAILED', async () => {
      const { id, eventName } = await workflow([
        { id: 'a', type: 'WEBHOOK', config: { url: 'http://127.0.0.1:9/hook' } },
      ])
      await track(the.service, { event: eventName })
      await oneOf(id, status('FAILED'))
    })

    describe('it starts', () => {
      const end: Steps = [{ id: 'a', type: 'EXIT' }]

      it('not while the workflow is disabled', async () => {
        const { id, eventName } = await workflow(end, [], { enabled: false })
        await track(the.service, { event: eventName })
        await the.service.ask('PATCH', `/workflows/${id}`, { body: { enabled: true } })
        const { contact } = await track(the.service, { event: eventName })
        await oneOf(id, status('EXITED'))
        expect((await executions(id)).map(({ contactId }) => contactId)).toEqual([contact])
      })

      it('not by another event', async () => {
        const { id, eventName } = await workflow(end)
        await track(the.service, { event: `${eventName}-other` })
        const { contact } = await track(the.service, { event: eventName })
        await oneOf(id, status('EXITED'))
        expect((await executions(id)).map(({ contactId }) => contactId)).toEqual([contact])
      })

      it.each([
        [true, 2],
        [false, 1],
      ])('again for a contact, with allowReentry %s: %i in all', async (allowReentry, count) => {
        const { id, eventName } = await workflow(end, [], { allowReentry })
        const email = `${uniqueName('person')}@example.com`
        await track(the.service, { email, event: eventName })
        await oneOf(id, status('EXITED'))
        await track(the.service, { email, event: eventName })
        // Another contact's run comes after it, and shows that the second event was dealt with.
        const { contact: last } = await track(the.service, { event: eventName })
        const all = await until(
          () => executions(id),
          (found) => found.some(({ contactId, status: now }) => contactId === last && now === 'EXITED'),
        )
        expect(all).toHaveLength(count + 1)
      })
    })
  })
})
