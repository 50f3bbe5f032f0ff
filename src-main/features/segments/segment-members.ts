import type { PastedResult } from '../../../src-shared/bridge/segments'
import type { Segment } from '../../../src-shared/interface/segment'
import type { Problem } from '../../../src-shared/problem'
import type { Cache } from '../../cache/store'
import { asProblem, succeeds } from '../../core/problems'
import { memberRequests, requestsOf } from './member-requests'
import { readPasted, type TidyWord } from './pasted'
import type { CatalogueWriting } from '../catalogue'

/** What changing the members of a static segment takes. */
export interface MemberTools {
  cache: { catalogueParts: Pick<Cache['catalogueParts'], 'addresses'> }
  writing: Pick<CatalogueWriting, 'refuse' | 'make' | 'read'>
  tidy: TidyWord
  /** Reads the members of a segment from the service into the copy. */
  readMembers(segmentId: string): Promise<void>
}

type SentCounts = Pick<PastedResult, 'sent' | 'changed' | 'already' | 'notFound' | 'stopped' | 'unanswered'>

/**
 * Adds the addresses of a pasted text to a segment, a request for 10,000 of them. Who is a member is read first: some
 * services count those among the added.
 */
export async function addPasted(
  segment: Segment,
  {
    text,
    createMissing,
    subscribed,
  }: { text: string; createMissing: boolean; subscribed?: boolean | undefined },
  tools: MemberTools,
): Promise<PastedResult> {
  const { addresses, rest, members, requests } = await begin(segment, text, tools)
  const done = await inRequests(addresses, async (emails) => {
    const { added, notFound } = await requests.add(emails, {
      createMissing,
      ...(createMissing && subscribed !== undefined ? { subscribed } : {}),
    })
    const outside = emails.filter((email) => !members.has(email.toLowerCase())).length
    return { changed: Math.min(added, Math.max(0, outside - notFound.length)), notFound }
  })
  return result(segment, addresses, rest, done, tools)
}

/** Reads a pasted text, and who of it is a member. */
async function begin(segment: Segment, text: string, tools: MemberTools) {
  tools.writing.refuse()
  const { addresses, ...rest } = await readPasted(text, tools.tidy)
  const members = await membersOf(segment, addresses, tools)
  return { addresses, rest, members, requests: memberRequests(tools.writing, segment) }
}

/** Takes the addresses of a pasted text out of a segment. Who is a member is read first, so that it is known who was none. */
export async function takePasted(segment: Segment, text: string, tools: MemberTools): Promise<PastedResult> {
  const { addresses, rest, members, requests } = await begin(segment, text, tools)
  const done = await inRequests(addresses, async (emails) => {
    const { removed } = await requests.take(emails)
    return { changed: removed, notFound: emails.filter((email) => !members.has(email.toLowerCase())) }
  })
  return result(segment, addresses, rest, { ...done, already: 0 }, tools)
}

/** The addresses of the members as the service has them now, in lower case; nobody is asked about no addresses. */
async function membersOf(
  { id }: Segment,
  about: readonly string[],
  { cache, readMembers }: MemberTools,
): Promise<Set<string>> {
  if (about.length === 0) return new Set()
  await readMembers(id)
  const inside = await cache.catalogueParts.addresses(id)
  return new Set(inside.map((email) => email.toLowerCase()))
}

/** Sends addresses in as few requests as may be. Stops at the first that fails: what was done by then is told. */
async function inRequests(
  addresses: readonly string[],
  send: (emails: string[]) => Promise<{ changed: number; notFound: string[] }>,
): Promise<SentCounts> {
  const done: SentCounts = { sent: 0, changed: 0, already: 0, notFound: [], stopped: null, unanswered: 0 }
  for (const emails of requestsOf(addresses)) {
    try {
      const { changed, notFound } = await send(emails)
      done.sent += emails.length
      done.changed += changed
      done.notFound.push(...notFound)
      done.already += Math.max(0, emails.length - changed - notFound.length)
    } catch (error) {
      // Nothing was done yet: it is refused, as any other write.
      if (done.sent === 0) throw error
      const { problem } = asProblem(error)
      return { ...done, stopped: problem, unanswered: mayHaveArrived(problem) ? emails.length : 0 }
    }
  }
  return done
}

/** Whether a request may have been carried out though it failed: nothing, or only the end of its answer, came. */
function mayHaveArrived({ code }: Problem): boolean {
  return ['connection_reset', 'timed_out', 'outcome_unknown', 'cancelled', 'answer_malformed'].includes(code)
}

async function result(
  segment: Segment,
  addresses: readonly string[],
  words: Pick<PastedResult, 'invalid' | 'invalidCount'>,
  done: SentCounts,
  { writing, readMembers }: MemberTools,
): Promise<PastedResult> {
  return {
    addresses: addresses.length,
    ...words,
    ...done,
    // What was done is done, also where the members cannot be read again afterwards.
    membersRead: await succeeds(async () => {
      await readMembers(segment.id)
      await writing.read('segments', segment.id)
    }),
  }
}
