import { describe, expect, it } from 'vitest'
import { parseOptions, serviceArgs } from '../../../src-main/hosts/options'

describe('the command line', () => {
  it('says nothing of its own where it is empty', () => {
    expect(parseOptions([], {})).toEqual({ data: null, port: 0, demo: false, open: false, dns: null })
  })

  it('takes a value after a space or an equals sign', () => {
    expect(parseOptions(['--data', '/a', '--port=81'], {})).toMatchObject({ data: '/a', port: 81 })
    expect(parseOptions(['--data=/b', '--port', '82'], {})).toMatchObject({ data: '/b', port: 82 })
  })

  it('lets the environment name the data folder, and the command line overrule it', () => {
    const env = { POSTROOM_DATA: '/env' }
    expect(parseOptions([], env).data).toBe('/env')
    expect(parseOptions(['--data', '/line'], env).data).toBe('/line')
  })

  it('leaves switches of Electron and Chromium alone', () => {
    const argv = ['--no-sandbox', '/app', '--inspect=0', '--demo', '--remote-debugging-port=0']
    expect(parseOptions(argv, {})).toMatchObject({ demo: true, data: null, port: 0 })
  })

  it.each([['--data'], ['--data', '--demo'], ['--data=']])('refuses a missing value: %s', (...argv) => {
    expect(() => parseOptions(argv, {})).toThrow('--data needs a value.')
  })

  it.each(['65536', '-1', 'x', '1.5', '0x10'])('refuses %s as a port', (port) => {
    expect(() => parseOptions([`--port=${port}`], {})).toThrow('--port takes a number from 0 to 65535')
  })

  it('lets the environment name the resolver, and the command line overrule it', () => {
    const env = { POSTROOM_DNS: '127.0.0.1:5353' }
    expect(parseOptions([], env).dns).toBe('127.0.0.1:5353')
    expect(parseOptions(['--dns', '[::1]:53'], env).dns).toBe('[::1]:53')
  })

  it('has the embedded service ask the same resolver', () => {
    expect(serviceArgs(parseOptions(['--dns', '127.0.0.1'], {}))).toEqual(['--dns', '127.0.0.1'])
    expect(serviceArgs(parseOptions([], {}))).toEqual([])
  })

  it.each(['localhost', '127.0.0.1:0', '127.0.0.1:65536', '::1:x', '[127.0.0.1]:53', 'dns.example:53'])(
    'refuses %s as a resolver',
    (address) => {
      expect(() => parseOptions([`--dns=${address}`], {})).toThrow('--dns takes an IP address of a resolver')
    },
  )
})
