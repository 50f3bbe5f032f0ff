import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { OptionRefused, readOptions } from '../../../src-service/options'

describe('the options', () => {
  it('have defaults', () => {
    expect(readOptions(['--data', '/d'])).toEqual({
      host: '127.0.0.1',
      port: 4310,
      recordsPort: 4311,
      publicUrl: null,
      data: '/d',
      contacts: 20_000,
      dialect: 'reference',
      latency: 0,
      rate: 1000,
      mailsPerSecond: 14,
      smtp: null,
      dns: null,
      log: 'text',
      stopWithin: 8,
      keys: {},
      metricsToken: null,
      database: null,
      allProjects: false,
    })
  })

  it('are read in either spelling', () => {
    const read = readOptions(
      '--host ::1 --port=0 --records-port 4400 --public-url https://mail.example.org/post/ --data /d --contacts 5 --dialect deployed --latency 50 --rate 10 --mails-per-second 200 --smtp smtp://127.0.0.1:2525 --dns 127.0.0.1:5353 --log json --stop-within 30 --anchor 2026-11-20T14:00:00Z'.split(
        ' ',
      ),
    )
    expect(read).toEqual({
      host: '::1',
      port: 0,
      recordsPort: 4400,
      publicUrl: 'https://mail.example.org/post',
      data: '/d',
      contacts: 5,
      dialect: 'deployed',
      latency: 50,
      rate: 10,
      mailsPerSecond: 200,
      smtp: 'smtp://127.0.0.1:2525',
      dns: '127.0.0.1:5353',
      anchor: Date.UTC(2026, 10, 20, 14),
      log: 'json',
      stopWithin: 30,
      keys: {},
      metricsToken: null,
      database: null,
      allProjects: false,
    })
  })

  it.each([
    ['--colour red', "'--colour'"],
    ['stray', "'stray'"],
    ['--port', '--port'],
    ['--port 65536', '0 to 65535'],
    ['--port -1', '--port'],
    ['--records-port 70000', '0 to 65535'],
    ['--port 5000 --records-port 5000', 'another port'],
    ['--host example.org', '--host takes an IP address'],
    ['--public-url mail.example.org', '--public-url takes a URL'],
    ['--public-url ftp://example.org', '--public-url takes a URL'],
    ['--public-url https://example.org/?a=1', '--public-url takes a URL'],
    ['--contacts many', '--contacts takes a whole number'],
    ['--contacts 1e3', '--contacts takes a whole number'],
    ['--rate 0', '1 to 1000000'],
    ['--mails-per-second 0', '1 to 1000'],
    ['--mails-per-second 1001', '1 to 1000'],
    ['--latency 1.5', '--latency'],
    ['--dialect french', 'reference, envelope, deployed'],
    ['--anchor yesterday', 'ISO 8601'],
    ['--data=', '--data'],
    ['--smtp 127.0.0.1:25', '--smtp takes a URL'],
    ['--smtp http://127.0.0.1', '--smtp takes a URL'],
    ['--log xml', 'text or json'],
    ['--stop-within 0', '1 to 3600'],
    ['--metrics-token-file /nowhere/token', '--metrics-token-file cannot be read'],
    ['--dns resolver.example', '--dns takes the address'],
    ['--dns 127.0.0.1:99999999', '--dns takes the address'],
  ])('refuse %s in words', (line, words) => {
    expect(() => readOptions(line.split(' '))).toThrow(OptionRefused)
    expect(() => readOptions(line.split(' '))).toThrow(words)
  })

  it.each([
    ['--port 0', 0],
    ['--port 5000', 5001],
    ['--port 65535', 0],
    ['--port 5000 --records-port 0', 0],
  ])('with %s give the records port %i', (line, port) => {
    expect(readOptions(line.split(' '))).toMatchObject({ recordsPort: port })
  })

  it.runIf(process.platform === 'linux').each([
    ['/data/of/mine', '/data/of/mine/postroom/service'],
    ['', join(homedir(), '.local/share/postroom/service')],
  ])('keep data where the system does, with XDG_DATA_HOME of "%s"', (home, folder) => {
    vi.stubEnv('XDG_DATA_HOME', home)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(readOptions([]).data).toBe(folder)
  })

  it('take localhost for the loopback address', () => {
    expect(readOptions(['--host', 'localhost'])).toMatchObject({ host: '127.0.0.1' })
  })

  it.each(['127.0.0.1', '127.0.0.1:5353', '::1', '[::1]:53'])('take %s as a resolver', (address) => {
    expect(readOptions(['--dns', address])).toMatchObject({ dns: address })
  })

  it('put the password of a file or the environment behind the user of --smtp', () => {
    const environment = { POSTROOM_SMTP_PASSWORD: 'p@ss: 100%41' }
    const read = readOptions(['--smtp', 'smtps://desk@mail.example'], environment)
    if (read.smtp === null) throw new Error('There is no server.')
    expect(decodeURIComponent(new URL(read.smtp).password)).toBe('p@ss: 100%41')
    expect(new URL(read.smtp).username).toBe('desk')
    for (const args of [['--smtp', 'smtp://mail.example'], []])
      expect(() => readOptions(args, environment)).toThrow('that of the user in --smtp')
  })

  it('take keys from the environment, each of its own form', () => {
    const secretKey = 'sk_0123456789012345678901'
    expect(readOptions([], { POSTROOM_SECRET_KEY: secretKey })).toMatchObject({ keys: { secretKey } })
    expect(() => readOptions([], { POSTROOM_PUBLIC_KEY: secretKey })).toThrow('must hold pk_')
  })

  it('serve all projects of a database, to keys of their own', () => {
    const all = ['--database', 'postgres://localhost/postroom', '--all-projects']
    expect(readOptions(all)).toMatchObject({ allProjects: true })
    expect(() => readOptions(['--all-projects'])).toThrow('--all-projects is about a --database')
    expect(() => readOptions([...all, '--project', 'one'])).toThrow('give one of them')
    const environment = { POSTROOM_SECRET_KEY: 'sk_0123456789012345678901' }
    expect(() => readOptions(all, environment)).toThrow('project add NAME prints them')
  })

  it.each(['/tmp/postroom', 'http://localhost/postroom', 'postgres://localhost', 'postgres://localhost/a#b'])(
    'take the URL of a database of PostgreSQL alone, not %s',
    (url) =>
      expect(() => readOptions(['--database', url])).toThrow('--database takes a URL such as postgres://'),
  )

  it('have the password of a database in a file, and never repeat one that was typed', () => {
    const refused = () => readOptions(['--database', 'postgres://me:secret@localhost/postroom'])
    expect(refused).toThrow('goes into a file: --database-password-file FILE.')
    expect(refused).not.toThrow('secret')
  })

  it.each(['two words', 'a/b', '', 'x'.repeat(61)])('take no project of the name "%s"', (name) => {
    expect(() => readOptions(['--database', 'postgres://localhost/postroom', `--project=${name}`])).toThrow(
      '--project takes up to 60 letters, digits, dots, dashes and underscores.',
    )
  })

  it.each([
    ['postgres://db.example/postroom', 'verify-full'],
    ['postgres://db.example/postroom?sslmode=require', 'require'],
    ['postgres://localhost/postroom', null],
    ['postgres://[::1]/postroom', null],
    ['postgres:///postroom?host=/run/postgresql', null],
  ])(
    'have the certificate of a database on another machine verified, unless the URL says how: %s',
    (url, mode) => {
      const read = readOptions(['--database', url])
      if (read.database === null) throw new Error('There is no database.')
      expect(new URL(read.database.url).searchParams.get('sslmode')).toBe(mode)
    },
  )

  it('never repeat what --smtp was given, which may hold a password', () => {
    expect(() => readOptions(['--smtp', 'http://me:secret@host'])).not.toThrow('secret')
  })

  it('never repeat what --public-url was given, which may hold a password', () => {
    const refused = () => readOptions(['--public-url', 'https://me:secret@host/'])
    expect(refused).toThrow('--public-url')
    expect(refused).not.toThrow('secret')
  })
})
