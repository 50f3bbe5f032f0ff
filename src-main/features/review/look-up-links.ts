import { t } from '../../../src-shared/messages/message'
import type { LinkAnswer } from '../../../src-shared/bridge/review'
import { STATUS_CODES } from 'node:http'
import type { Web, WebFailure } from './web'

/** A link, or a picture, as it is looked up: where it leads to, without variables in it. */
export interface LookedUp {
  url: string
  picture?: boolean
  /** Why it is not asked; null where it is. */
  leftOut: string | null
}

const atOnce = 4
const withinMs = 5000
/** Bytes of a picture that keep people on the road waiting. */
const heavy = 500_000

/**
 * Asks each link and each picture once, a few at a time, with HEAD, and with GET where a server does not know that. Links that unsubscribe,
 * sign in, count or name a person are left out: being asked is what they wait for. A redirect is told, not followed.
 */
export async function* lookUpLinks(
  links: readonly LookedUp[],
  web: Web,
  signal?: AbortSignal,
): AsyncGenerator<LinkAnswer, void, undefined> {
  const waiting = [...links]
  const asked = new Map<number, Promise<{ id: number; answer: LinkAnswer }>>()
  let next = 0
  for (;;) {
    while (asked.size < atOnce && waiting.length > 0 && !signal?.aborted) {
      const link = waiting.shift()
      if (link === undefined) break
      const id = next++
      asked.set(
        id,
        answerOf(link, web, signal).then((answer) => ({ id, answer })),
      )
    }
    if (asked.size === 0 || signal?.aborted) return
    const { id, answer } = await Promise.race(asked.values())
    asked.delete(id)
    yield answer
  }
}

async function answerOf(
  { url, leftOut, picture = false }: LookedUp,
  web: Web,
  signal: AbortSignal | undefined,
): Promise<LinkAnswer> {
  if (leftOut !== null)
    return { url, outcome: 'leftOut', words: t('review.lookUpLinks.notLookedUpLeftout', { leftOut }) }
  const ask = (method: 'HEAD' | 'GET') => web({ url, method, maxBytes: 0, withinMs, signal })
  let answer = await ask('HEAD')
  // Some servers know no HEAD, or answer it otherwise.
  if (answer.kind === 'answered' && answer.status >= 400 && answer.status !== 429) answer = await ask('GET')
  if (answer.kind === 'failed') return { url, outcome: 'noAnswer', words: failures()[answer.why] }
  const { status, location } = answer
  const said = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  if (status >= 300 && status < 400) {
    return {
      url,
      outcome: 'redirects',
      words:
        location === null
          ? said
          : t('review.lookUpLinks.saidLeadsToSlice', { said, slice: location.slice(0, 300) }),
    }
  }
  if (status >= 200 && status < 300) {
    if (!picture) return { url, outcome: 'answers', words: said }
    if (!/^image\//i.test(answer.type)) {
      return { url, outcome: 'broken', words: t('review.lookUpLinks.itIsNoPicture', { said }) }
    }
    if (answer.bytes === null)
      return { url, outcome: 'answers', words: t('review.lookUpLinks.aPicture', { said }) }
    const kilobytes = Math.max(1, Math.round(answer.bytes / 1000))
    return answer.bytes > heavy
      ? { url, outcome: 'heavy', words: t('review.lookUpLinks.aHeavyPicture', { said, kilobytes }) }
      : { url, outcome: 'answers', words: t('review.lookUpLinks.aPictureOf', { said, kilobytes }) }
  }
  // What is kept from robots, or asks who is there, stands.
  if (status === 401 || status === 403 || status === 429) {
    return { url, outcome: 'answers', words: t('review.lookUpLinks.saidItAnswersBut', { said }) }
  }
  return { url, outcome: 'broken', words: said }
}

const failures = (): Record<WebFailure, string> => ({
  notWeb: t('review.lookUpLinks.notAnAddressOf'),
  private: t('review.lookUpLinks.itLeadsToA'),
  unknownHost: t('review.lookUpLinks.theHostNameIs'),
  refused: t('review.lookUpLinks.nothingAnswersThere'),
  timedOut: t('review.lookUpLinks.noAnswerWithin'),
  insecure: t('review.lookUpLinks.itsCertificateIsNot'),
  tooLarge: t('review.lookUpLinks.itsAnswerIsToo'),
  brokenOff: t('review.lookUpLinks.theConnectionBrokeOff'),
})
