import type { ServiceClient } from '../core/client/client'

/** Told of every outcome: undefined, or the failure. `tellsOfKey`: a refusal would be about the key itself. */
type Observe = (failure: unknown, tellsOfKey: boolean) => void

/** What of a client is no call of the service. */
const own = new Set<PropertyKey>(['hear', 'know', 'watch', 'setBackgroundShare', 'close'])

/** The client of the moment (`current`: a key may be replaced), with the outcome of every call told. */
export function observeClient(current: () => ServiceClient, observe: Observe): ServiceClient {
  async function watched(call: () => unknown, tellsOfKey: boolean): Promise<unknown> {
    try {
      const answer = await call()
      observe(undefined, tellsOfKey)
      return answer
    } catch (error) {
      observe(error, tellsOfKey)
      throw error
    }
  }
  return new Proxy({} as ServiceClient, {
    get(_, name) {
      const found: unknown = Reflect.get(current(), name)
      if (typeof found !== 'function') return found
      const call = (...args: unknown[]): unknown => {
        const client = current()
        return Reflect.apply(Reflect.get(client, name) as typeof found, client, args)
      }
      if (own.has(name)) return call
      return (...args: unknown[]) => watched(() => call(...args), name === 'listContacts')
    },
  })
}
