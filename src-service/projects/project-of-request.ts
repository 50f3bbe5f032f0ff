import type { TimerClock } from '../clock'
import type { Ids } from '../dialect/ids'
import { AnswerCache } from '../dns/answer-cache'
import { bearerOf, sameSecret } from '../http/same-secret'
import { outboxToken, outboxTokenOf } from '../http/outbox-key'
import { hashOf } from '../keys'
import type { FoundProject, KeyUse, ProjectLookup } from '../store/postgres/project-lookup'
import { ProjectRefused } from './refusal'

/** Milliseconds for which it is believed whose a key, a token or a picture is: the project looks at its keys itself. */
const believed = 10_000
/** How many of them are remembered. */
const remembered = 10_000

const messagePath = /^\/(?:unsubscribe|subscribe|manage|t\/[co])\/([0-9a-f]{32})(?![0-9a-f])/
const picturePath = /^\/uploads\/([\w-]+\/[\w.-]+)$/

/** Where a contact is asked for without a key, by its id: a UUID, which the deployed dialect alone has. */
export const contactPath =
  /^\/(?:contacts\/public|unsubscribe)\/([0-9a-f]{8}-[0-9a-f-]{27})(?=\/(?:un)?subscribe$|$)/

/** Tells whose a request is. */
export type ProjectOfRequest = ReturnType<typeof projectOfRequest>

/**
 * Whose a request is, by what is in it: its key, or else the message or the picture that its address names. Null for nobody's.
 * @throws ProjectRefused for one that is not served yet.
 */
export function projectOfRequest(lookup: ProjectLookup, ids: Ids, clock: TimerClock) {
  const known = new AnswerCache<FoundProject | null>(clock, remembered)

  function remember(name: string, find: () => Promise<FoundProject | null>): Promise<FoundProject | null> {
    return known.get(name, async () => {
      const value = await find()
      return { value, keepFor: value === null || value.moving ? 0 : believed }
    })
  }

  async function byKey(request: Request, use: KeyUse): Promise<number | null> {
    const key = bearerOf(request.headers.get('authorization') ?? undefined)
    if (key === undefined) return null
    const hash = hashOf(key)
    const found = await remember(`${use} ${hash}`, () => lookup.ofKey(hash, use))
    if (found?.moving)
      throw new ProjectRefused(`Not all of the project ${found.name} is there yet. It is being moved here.`)
    return found?.project ?? null
  }

  async function byPath(request: Request): Promise<number | null> {
    const { pathname } = new URL(request.url)
    const [token, picture] = [messagePath.exec(pathname)?.[1], picturePath.exec(pathname)?.[1]]
    const found =
      token !== undefined
        ? await remember(token, () => lookup.ofMessage(token))
        : picture !== undefined
          ? await remember(picture, () => lookup.ofPicture(picture))
          : null
    return found?.project ?? null
  }

  async function byContact(request: Request): Promise<number | null> {
    const seq = ids.decode('contact', contactPath.exec(new URL(request.url).pathname)?.[1] ?? '')
    if (seq === null) return null
    return (await remember(`contact ${seq}`, () => lookup.ofContact(seq)))?.project ?? null
  }

  return {
    email: async (request: Request) => (await byKey(request, 'email')) ?? (await byPath(request)),
    /** That of a contact, by its id. */
    contact: async (request: Request) => (await byKey(request, 'email')) ?? (await byContact(request)),
    records: (request: Request) => byKey(request, 'records'),
    /** That of an outbox, by the token that opens it. */
    async outbox(request: Request): Promise<number | null> {
      const given = outboxTokenOf(request)
      if (given === null) return null
      const found = (await lookup.secretHashes()).find(({ hash }) => sameSecret(given, outboxToken(hash)))
      return found?.project ?? null
    },
  }
}
