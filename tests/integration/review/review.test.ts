import { describe, expect, it } from 'vitest'
import { lookUpLinks } from '../../../src-main/features/review/look-up-links'
import { asProblem } from '../../../src-main/core/problems'
import type { LinkAnswer } from '../../../src-shared/bridge/review'
import type { Problem } from '../../../src-shared/problem'
import { createWeb } from '../../../src-main/features/review/web'
import { mailWith } from '../../fixtures/mails'
import { openFixture, reviewOf, run, serve } from './fixture'

/** The problem that a call is refused with. */
const problemOf = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: unknown) => asProblem(error).problem,
  )

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a review', () => {
  it('tells what the mail alone says first, then the people, and how it ended', async () => {
    const { reviews } = await openFixture()
    const { steps, audience, done, checks } = await run(reviews, reviewOf())
    expect(steps[0]?.part).toBe('checks')
    const told = steps.map(({ part }) => part)
    expect(told.indexOf('figure')).toBeLessThan(told.indexOf('audience'))
    expect(steps.find(({ part }) => part === 'figure')).toMatchObject({ willGet: 90 })
    expect(steps.at(-1)?.part).toBe('done')
    expect(audience).toMatchObject({
      name: 'Everyone',
      members: 100,
      unsubscribed: 10,
      willGet: 90,
      seconds: 90 / 14,
    })
    expect(audience?.domains.reduce((sum, { count }) => sum + count, 0)).toBe(90)
    expect(done).toMatchObject({ people: 90 })
    expect(checks.find(({ key }) => key === 'missingValue:firstName')).toMatchObject({
      outcome: 'warning',
      count: 10,
      hasPeople: true,
    })
    expect(checks.find(({ rule }) => rule === 'dmarcPolicy')?.outcome).toBe('note')
    expect(checks.filter(({ rule }) => rule === 'unsubscribeLink').map(({ outcome }) => outcome)).toEqual([
      'passed',
    ])
  })

  it.each([
    ['MARKETING', 90],
    ['HEADLESS', 90],
    ['TRANSACTIONAL', 100],
  ] as const)(
    'counts for %s mail %i people: what is not transactional goes to subscribed ones alone',
    async (type, people) => {
      const { reviews } = await openFixture()
      const { mail } = reviewOf()
      const { audience } = await run(reviews, reviewOf({ mail: { ...mail, type } }))
      expect(audience).toMatchObject({ members: 100, willGet: people })
    },
  )

  it('does not know the domains of a service that has no list of them', async () => {
    const { reviews, cache } = await openFixture()
    await cache.catalogue.remove({ list: 'domains', id: 'd' })
    const begun = await cache.runs.begin({ resource: 'domains', mode: 'full', cause: 'first', now: 1 })
    await cache.runs.finish({
      runId: begun.id,
      sweep: false,
      note: 'This service has no list of domains.',
      now: 2,
    })
    const { checks } = await run(reviews, reviewOf())
    expect(checks.filter(({ rule, outcome }) => rule === 'senderDomain' && outcome === 'error')).toEqual([])
  })

  it('freezes the people whom a check counted', async () => {
    const { reviews, cache, frozen } = await openFixture()
    const { done } = await run(reviews, reviewOf())
    const people = await reviews.people(done.reviewId, 'missingValue:firstName')
    expect(people.count).toBe(10)
    expect(frozen.countOf(people.selectionId)).toBe(10)
    const rows = await cache.contacts.frozenRows({
      selectionId: people.selectionId,
      slice: { offset: 0, limit: 50 },
    })
    expect(rows.every(({ data }) => !('firstName' in data))).toBe(true)
  })

  it('says so where its people are no longer kept', async () => {
    const { reviews } = await openFixture()
    const { done } = await run(reviews, reviewOf())
    reviews.letGo(done.reviewId)
    expect((await problemOf(reviews.people(done.reviewId, 'missingValue:firstName'))).code).toBe('not_found')
  })

  it('tells who came and went since the last one of the campaign', async () => {
    const { reviews, cache } = await openFixture()
    expect((await run(reviews, reviewOf())).audience?.change).toBeNull()
    await cache.contacts.remove('cnt_20')
    await cache.contacts.remove('cnt_21')
    expect((await run(reviews, reviewOf())).audience?.change).toMatchObject({ added: 0, gone: 2 })
  })

  it('of a template has no people, and looks at the mail alone', async () => {
    const { reviews } = await openFixture()
    const { audience, checks, done } = await run(reviews, reviewOf({ campaignId: null, audience: null }))
    expect(audience).toBeNull()
    expect(done.people).toBe(0)
    expect(checks.some(({ rule }) => rule === 'missingValue')).toBe(false)
    expect(checks.find(({ rule }) => rule === 'unknownVariable')?.outcome).toBe('passed')
  })

  it('ends without an error where whoever asked gave up', async () => {
    const { reviews } = await openFixture()
    const asked = new AbortController()
    const parts: string[] = []
    for await (const { part } of reviews.run(reviewOf(), asked.signal)) {
      parts.push(part)
      asked.abort()
    }
    expect(parts).toEqual(['checks'])
  })

  it('does not look at a rule that was switched off, and keeps why', async () => {
    const { reviews } = await openFixture()
    const { off } = await reviews.setRule('cmp_1', 'missingValue', 'They all go by their surname')
    expect(off).toMatchObject([{ rule: 'missingValue', reason: 'They all go by their surname' }])
    const { checks } = await run(reviews, reviewOf())
    expect(checks.filter(({ rule }) => rule === 'missingValue')).toMatchObject([
      { outcome: 'off', off: { reason: 'They all go by their surname' } },
    ])
    expect((await reviews.setRule('cmp_1', 'missingValue', null)).off).toEqual([])
  })

  it('names a segment that the copy does not have', async () => {
    const { reviews } = await openFixture()
    const { checks, audience } = await run(
      reviews,
      reviewOf({ audience: { kind: 'segment', id: 'seg_gone' } }),
    )
    expect(audience).toMatchObject({ name: 'A segment that the copy does not have', willGet: 0 })
    expect(checks.map(({ key }) => key)).toContain('emptyAudience:segment:seg_gone')
  })
})

describe('a sign-off', () => {
  it('holds for the campaign that was reviewed', async () => {
    const { reviews } = await openFixture()
    const { done } = await run(reviews, reviewOf())
    const { signOff, last } = await reviews.signOff('cmp_1', done.hash)
    expect(signOff).toMatchObject({ hash: done.hash, holds: true })
    expect(last).toMatchObject({ people: 90 })
    expect((await reviews.open('cmp_1')).signOff).toBeNull()
  })

  it('is refused where the service holds another campaign by now', async () => {
    const { reviews, server } = await openFixture()
    const { done } = await run(reviews, reviewOf())
    const campaign = server.campaigns.get('cmp_1')
    if (campaign) server.campaigns.set('cmp_1', { ...campaign, subject: 'Another' })
    expect(await problemOf(reviews.signOff('cmp_1', done.hash))).toMatchObject({
      code: 'conflict',
      title: 'The campaign has changed',
    })
    expect((await reviews.state('cmp_1')).signOff).toBeNull()
  })

  it('is refused where the review found errors', async () => {
    const { reviews } = await openFixture()
    const mail = mailWith('<p>Hello {{firstnmae}}</p>')
    const { done } = await run(reviews, reviewOf({ mail }))
    expect(await problemOf(reviews.signOff('cmp_1', done.hash))).toMatchObject({
      code: 'conflict',
      title: 'Errors must go first',
    })
  })

  it('is refused for a review that is not the newest', async () => {
    const { reviews } = await openFixture()
    const { done } = await run(reviews, reviewOf())
    await run(reviews, reviewOf({ mail: mailWith('<p>Other <a href="{{unsubscribeUrl}}">leave</a></p>') }))
    expect((await problemOf(reviews.signOff('cmp_1', done.hash))).code).toBe('conflict')
  })

  it('is refused offline, and can be taken back there', async () => {
    const fixture = await openFixture()
    const { done } = await run(fixture.reviews, reviewOf())
    fixture.online = false
    expect((await problemOf(fixture.reviews.signOff('cmp_1', done.hash))).code).toBe('offline')
    expect((await fixture.reviews.state('cmp_1')).signOff).toBeNull()
    fixture.online = true
    await fixture.reviews.signOff('cmp_1', done.hash)
    fixture.online = false
    expect((await fixture.reviews.open('cmp_1')).signOff).toBeNull()
  })

  it('no longer holds once the copy has another campaign, also offline', async () => {
    const fixture = await openFixture()
    const { done } = await run(fixture.reviews, reviewOf())
    await fixture.reviews.signOff('cmp_1', done.hash)
    fixture.online = false
    const campaign = fixture.server.campaigns.get('cmp_1')
    if (campaign)
      await fixture.cache.catalogue.upsert({
        list: 'campaigns',
        record: { ...campaign, replyTo: 'other@sails.nl' },
      })
    expect((await fixture.reviews.state('cmp_1')).signOff).toMatchObject({ holds: false })
  })
})

describe('a rendered mail', () => {
  const as = { kind: 'contact', id: 'cnt_20' } as const
  const looks = { marks: false, images: false, dark: false }

  it('is that of a contact of the copy', async () => {
    const { reviews } = await openFixture()
    const { html, text, from, replyTo } = await reviews.render({ ...reviewOf(), as, ...looks })
    expect(html).toContain('Hello Zofia 20, ')
    expect(text).toContain('Hello Zofia 20, leave [https://service.harbournotes.app/unsubscribe/cnt_20]')
    expect([from, replyTo]).toEqual(['Harbour Notes <notes@mail.harbournotes.app>', 'crew@harbournotes.app'])
  })

  it('for an address shows what its contact has, and what the mail says goes before that', async () => {
    const { reviews } = await openFixture()
    const mail = mailWith("<p>{{firstName ?? 'you'}}, berth {{berth ?? 'none'}}</p>")
    const textFor = async (email: string, data: Record<string, unknown>) => {
      const as = { kind: 'values', email, data } as const
      return (await reviews.render({ mail, as, ...looks })).text.trim()
    }
    expect(await textFor('PERSON20@gmail.com', {})).toBe('Zofia 20, berth none')
    expect(await textFor('person20@gmail.com', { firstName: 'Ann', berth: '12' })).toBe('Ann, berth 12')
    expect(await textFor('nobody@sails.nl', {})).toBe('you, berth none')
  })

  it('says so where the contact is gone', async () => {
    const { reviews } = await openFixture()
    const gone = reviews.render({ ...reviewOf(), as: { kind: 'contact', id: 'nobody' }, ...looks })
    expect((await problemOf(gone)).code).toBe('not_found')
  })

  it('has its pictures as data once they are allowed, each asked for once, without a cookie or a referrer', async () => {
    const { reviews } = await openFixture()
    const asked: (string | undefined)[] = []
    const address = await serve((request, response) => {
      asked.push(request.url)
      expect(request.headers.cookie ?? request.headers.referer).toBeUndefined()
      if (request.url === '/moved.png') response.writeHead(302, { Location: '/boat.png' }).end()
      else if (request.url === '/page.png')
        response.writeHead(200, { 'Content-Type': 'image/png' }).end('<svg/>')
      else response.writeHead(200).end(png)
    })
    const mail = mailWith(
      `<img src="${address}/boat.png"><img src="${address}/moved.png"><img src="${address}/page.png">`,
    )
    expect((await reviews.render({ mail, as, ...looks })).blockedImages).toBe(3)
    expect(asked).toEqual([])
    const shown = await reviews.render({ mail, as, ...looks, images: true })
    expect(shown.blockedImages).toBe(1)
    expect(shown.html.split('src="data:image/png;base64,')).toHaveLength(3)
    const before = asked.filter((path) => path !== '/page.png').length
    await reviews.render({ mail, as, ...looks, images: true, dark: true })
    expect(asked.filter((path) => path !== '/page.png')).toHaveLength(before)
  })

  it('completes names of variables with the keys of the copy', async () => {
    const { reviews } = await openFixture()
    expect((await reviews.variables()).variables).toContainEqual({ name: 'firstName', count: 90 })
    expect((await reviews.variables()).variables).toContainEqual({ name: 'email', count: 100 })
  })
})

describe('links that are looked up', () => {
  it('are told of pictures that are heavy, and of what is none', async () => {
    const address = await serve((request, response) => {
      const type = request.url === '/page' ? 'text/html' : 'image/png'
      const length = request.url === '/large' ? 2_400_000 : 38_000
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': length }).end()
    })
    const words: string[] = []
    const pictures = ['/small', '/large', '/page'].map((path) => ({
      url: address + path,
      picture: true,
      leftOut: null,
    }))
    for await (const answer of lookUpLinks(
      pictures,
      createWeb(() => true),
    ))
      words.push(`${answer.outcome} ${answer.words}`)
    expect(words.sort()).toEqual([
      'answers 200 OK, a picture of 38 kB',
      'broken 200 OK: it is no picture',
      'heavy 200 OK, a picture of 2,400 kB: heavy on the road',
    ])
  })

  it('are asked once with HEAD, and with GET where that is not known; none that unsubscribes is', async () => {
    const { reviews } = await openFixture()
    const asked: string[] = []
    const address = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      if (request.url === '/no-head' && request.method === 'HEAD') response.writeHead(405).end()
      else if (request.url === '/gone') response.writeHead(404).end()
      else if (request.url === '/moved') response.writeHead(301, { Location: '/elsewhere' }).end()
      else response.writeHead(200).end('x'.repeat(100_000))
    })
    const links = ['/fine', '/no-head', '/gone', '/moved', '/fine', '/unsubscribe?u=1']
    const answers: LinkAnswer[] = []
    const wanted = [...new Set(links)].map((path) => ({
      url: address + path,
      leftOut: path.startsWith('/unsub') ? 'it unsubscribes' : null,
    }))
    for await (const answer of lookUpLinks(
      wanted,
      createWeb(() => true),
    ))
      answers.push(answer)
    const outcomeOf = (path: string) => answers.find(({ url }) => url === address + path)
    expect(outcomeOf('/fine')).toMatchObject({ outcome: 'answers', words: '200 OK' })
    expect(outcomeOf('/no-head')).toMatchObject({ outcome: 'answers' })
    expect(outcomeOf('/gone')).toMatchObject({ outcome: 'broken', words: '404 Not Found' })
    expect(outcomeOf('/moved')).toMatchObject({
      outcome: 'redirects',
      words: '301 Moved Permanently: leads to /elsewhere',
    })
    expect(outcomeOf('/unsubscribe?u=1')).toMatchObject({
      outcome: 'leftOut',
      words: 'Not looked up: it unsubscribes',
    })
    expect(asked.filter((line) => /unsubscribe|elsewhere/.test(line))).toEqual([])
    expect(asked.filter((line) => line.endsWith('/fine'))).toEqual(['HEAD /fine'])
    for await (const { outcome } of reviews.lookUpLinks(mailWith('<a href="{{unsubscribeUrl}}">Leave</a>')))
      expect(outcome).toBe('leftOut')
  })

  it('never reach this machine or its network', async () => {
    const asked: string[] = []
    const address = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    const web = createWeb()
    const port = address.split(':').at(-1)
    for (const url of [
      address,
      `http://localhost:${port}`,
      `http://[::1]:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://2130706433:${port}`,
    ]) {
      expect(await web({ url, method: 'GET', maxBytes: 10, withinMs: 5000 })).toEqual({
        kind: 'failed',
        why: 'private',
      })
    }
    expect(asked).toEqual([])
  })

  it('give up where no answer comes, and where it grows too long', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/long') response.end('x'.repeat(1000))
    })
    const web = createWeb(() => true)
    const ask = (path: string) => web({ url: address + path, method: 'GET', maxBytes: 100, withinMs: 300 })
    expect(await ask('/silent')).toEqual({ kind: 'failed', why: 'timedOut' })
    expect(await ask('/long')).toEqual({ kind: 'failed', why: 'tooLarge' })
    expect(await web({ url: 'ftp://a.nl', method: 'GET', maxBytes: 1, withinMs: 1 })).toEqual({
      kind: 'failed',
      why: 'notWeb',
    })
  })
})
