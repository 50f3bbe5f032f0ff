import { createHmac, timingSafeEqual } from 'node:crypto'
import { type ServiceDatabase, statements } from '../store/statements'
import { clickUrl, pixelUrl, trackable, trackingLengths } from '../../src-shared/interface/tracked-html'

/** Addresses of this service that stand in a message. Each opens with the token of that message. */
export type Links = ReturnType<typeof createLinks>

const { signature: signatureLength } = trackingLengths

/** The key that signs links. It is in the service's database: they work after a restart. */
export async function linkKey(db: ServiceDatabase): Promise<Buffer> {
  const key = await statements(db).value<[], Buffer>('SELECT key FROM link_key WHERE "only" = 1')()
  if (!key) throw new Error('The database holds no key for links.')
  return key
}

/** The links of a service, signed by `key`. */
export function createLinks(key: Buffer, publicUrl: () => string) {
  const signatureOf = (token: string, target: string): string =>
    createHmac('sha256', key).update(`${token}\n${target}`).digest('base64url').slice(0, signatureLength)

  return {
    /** The pages about the subscription of who got the message. */
    pages: (token: string) => ({
      unsubscribeUrl: `${publicUrl()}/unsubscribe/${token}`,
      subscribeUrl: `${publicUrl()}/subscribe/${token}`,
      manageUrl: `${publicUrl()}/manage/${token}`,
    }),
    /** The image whose loading says that the message was opened. */
    pixel: (token: string) => pixelUrl(publicUrl(), token),
    /** The address that leads on to `target`; null when that is none that is followed: http, https, of bearable length. */
    click(token: string, target: string): string | null {
      const href = trackable(target)
      if (href === null) return null
      const encoded = Buffer.from(href).toString('base64url')
      return clickUrl(publicUrl(), token, signatureOf(token, href) + encoded)
    },
    /** What a tracked link of this message leads to; null for one that was not made for it. */
    target(token: string, signed: string): string | null {
      const encoded = signed.slice(signatureLength)
      const target = Buffer.from(encoded, 'base64url').toString('utf8')
      // Decoding forgives what this never wrote.
      if (Buffer.from(target).toString('base64url') !== encoded) return null
      const given = Buffer.from(signed.slice(0, signatureLength))
      const right = Buffer.from(signatureOf(token, target))
      return given.length === right.length && timingSafeEqual(given, right) ? target : null
    },
  }
}
