import Plunk from '@plunk/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeployedService } from '../../fixtures/deployed-service/start'
import { startService } from '../../fixtures/service'

/** The SDK that the service's makers publish, and every call that its documentation shows, in every dialect. */

interface Subject {
  url: string
  secretKey: string
  publicKey: string
  stop(): Promise<unknown>
}

const subjects: Record<string, () => Promise<Subject>> = {
  'our service, reference': () => startService({ contacts: 5 }),
  'our service, envelope': () => startService({ contacts: 5, dialect: 'envelope' }),
  'our service, deployed': () => startService({ contacts: 5, dialect: 'deployed' }),
  'the stand-in of a deployed service': () => startDeployedService({ domains: ['mail.harbournotes.app'] }),
}

describe.each(Object.entries(subjects))('over %s', (_name, start) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await start()
  })
  afterAll(() => subject.stop())

  const sdk = (key: string) => new Plunk(key, { baseUrl: `${subject.url}/v1/` })
  const contact = async (email: string) => {
    const answer = await fetch(`${subject.url}/contacts?search=${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${subject.secretKey}` },
    })
    return JSON.stringify(await answer.json())
  }

  it('events.track publishes an event, and keeps what is said of the contact', async () => {
    const said = await sdk(subject.publicKey).events.track({
      event: 'new-project',
      email: 'hello@sdk.example',
      data: { company: 'Harbour', visit: { value: 'today', persistent: false } },
    })
    expect(said.success).toBe(true)
    const kept = await contact('hello@sdk.example')
    expect(kept).toContain('"company":"Harbour"')
    expect(kept).not.toContain('today')
  })

  it('events.track subscribes or not, as it is told', async () => {
    await sdk(subject.publicKey).events.track({ event: 'left', email: 'out@sdk.example', subscribed: false })
    expect(await contact('out@sdk.example')).toContain('"subscribed":false')
  })

  it.each([['welcome@sdk.example'], [['one@sdk.example', 'two@sdk.example']]])(
    'emails.send writes to %j',
    async (to) => {
      const said = await sdk(subject.secretKey).emails.send({
        to,
        subject: 'Welcome',
        body: 'Hello world!',
        type: 'html',
        from: 'notes@mail.harbournotes.app',
        name: 'Harbour Notes',
        subscribed: true,
      })
      expect(said.success).toBe(true)
      for (const email of [to].flat()) expect(await contact(email)).toContain('"subscribed":true')
    },
  )

  it('a key that is none is told as that', async () => {
    const mail = { to: 'a@sdk.example', subject: 'a', body: 'a' }
    const refused: unknown = await sdk('sk_nobody')
      .emails.send(mail)
      .catch((error: unknown) => error)
    expect(refused?.constructor.name).toBe('TokenError')
  })

  it('a mail that cannot be sent is refused, and nobody is written to', async () => {
    const mail = { to: 'nobody', subject: 'Welcome', body: 'Hello', from: 'notes@mail.harbournotes.app' }
    await expect(sdk(subject.secretKey).emails.send(mail)).rejects.toThrow(Error)
  })
})
