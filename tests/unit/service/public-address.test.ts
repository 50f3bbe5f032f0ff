import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../src-shared/interface/public-address'

describe('an address that pictures, links and webhooks may lead to (C48)', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.0.1', '2606:4700:4700::1111'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine, shortened', '127.1'],
    ['this machine as a number', '2130706433'],
    ['this machine in hexadecimal', '0x7f000001'],
    ['this machine in octal', '0177.0.0.1'],
    ['no address', '0.0.0.0'],
    ['this network', '0.0.0.1'],
    ['private, 10/8', '10.1.2.3'],
    ['private, 172.16/12', '172.31.255.255'],
    ['private, 192.168/16', '192.168.0.1'],
    ['link-local, where clouds tell secrets', '169.254.169.254'],
    ['shared by a provider (CGNAT)', '100.64.0.1'],
    ["Alibaba's own", '100.100.100.200'],
    ["Azure's own", '168.63.129.16'],
    ["Oracle's own", '192.0.0.192'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['for tests of speed', '198.18.0.1'],
    ['for documents', '192.0.2.1'],
    ['this machine, IPv6', '::1'],
    ['no address, IPv6', '::'],
    ['link-local, IPv6', 'fe80::1'],
    ['link-local, IPv6, with a zone', 'fe80::1%eth0'],
    ['unique-local', 'fd00:ec2::254'],
    ['unique-local, the other half', 'fc00::1'],
    ['site-local', 'fec0::1'],
    ['multicast, IPv6', 'ff02::1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['IPv4 in IPv6, in hexadecimal', '::ffff:7f00:1'],
    ['IPv4 in IPv6, the old way', '::7f00:1'],
    ['behind NAT64', '64:ff9b::7f00:1'],
    ['behind 6to4', '2002:7f00:1::1'],
    ['behind Teredo', '2001::1'],
    ['for documents, IPv6', '2001:db8::1'],
    ['given out to nobody', '4000::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('is not one that is %s: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('is an IPv4 address also where it is written as IPv6', () => {
    expect(isPublicAddress('::ffff:8.8.8.8')).toBe(true)
  })
})
