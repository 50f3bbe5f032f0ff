import { networkInterfaces } from 'node:os'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen, probe } from '../../../src-service/listen'

const app = { fetch: () => new Response('here') }
/** Containers often have IPv4 alone. */
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
)
const at = (host: string, port = 0) => ({ host, port, option: 'port' })

describe('what listens', () => {
  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ...(hasIpv6 ? ['::1', '::'] : []).map((host): [string, RegExp] => [host, /^http:\/\/\[::1\]:\d+$/]),
  ])('at %s says a URL that reaches it from this machine', async (host, url) => {
    const listening = await listen(app, at(host))
    onTestFinished(() => listening.stop(0))
    expect(listening.url).toMatch(url)
    expect(await (await fetch(listening.url)).text()).toBe('here')
  })

  it('says in words why an address cannot be had', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(listen(app, at('127.0.0.1', port))).rejects.toThrow(
      `Port ${port} is in use. Stop what uses it, or start with another --port.`,
    )
    await expect(probe(at('240.0.0.1'))).rejects.toThrow(
      '240.0.0.1 is not an address of this machine. Start with another --host.',
    )
    // Of which network it is the address does not say.
    if (hasIpv6)
      await expect(probe(at('fe80::1', port))).rejects.toThrow(`Port ${port} of fe80::1 cannot be used: `)
  })
})
