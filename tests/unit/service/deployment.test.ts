import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOptions } from '../../../src-service/options'

const secrets = {
  'secret-key': 'sk_0123456789012345678901',
  'public-key': 'pk_0123456789012345678901',
  'records-token': 'pat_012345678901234567890',
  'metrics-token': '0123456789012345678901234',
  'database-password': 'of the database',
}
const keys = {
  secretKey: secrets['secret-key'],
  publicKey: secrets['public-key'],
  recordsToken: secrets['records-token'],
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postroom-deployment-'))
  for (const [name, secret] of Object.entries(secrets)) writeFileSync(join(folder, name), `${secret}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the systemd unit', () => {
  const unit = readFileSync('docs/service/postroom-service.service', 'utf8').replaceAll('\\\n', ' ')
  const settings = [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
  const all = (wanted: string) => settings.filter(({ name }) => name === wanted).map(({ value }) => value)

  it('starts the service with options that it has, and time to stop before it is killed', () => {
    const [node, program, ...args] = (all('ExecStart')[0] ?? '')
      .trim()
      .replaceAll('${STATE_DIRECTORY}', folder)
      .replaceAll('${CREDENTIALS_DIRECTORY}', folder)
      .split(/\s+/)
    expect([node, program]).toEqual(['/usr/bin/node', '/opt/postroom/out/service/service.js'])
    const options = readOptions(args)
    expect(options).toMatchObject({ keys, metricsToken: secrets['metrics-token'], log: 'json', contacts: 0 })
    expect(Number(all('TimeoutStopSec')[0])).toBeGreaterThan(options.stopWithin)
  })

  it('hands over exactly the secrets that it names, which stand nowhere in it', () => {
    const handed = all('LoadCredential').map((value) => value.split(':')[0])
    const named = [...unit.matchAll(/\$\{CREDENTIALS_DIRECTORY\}\/([\w-]+)/g)].map(([, name]) => name)
    const ofService = Object.keys(secrets).filter((name) => name !== 'database-password')
    expect(handed.sort()).toEqual(ofService.sort())
    expect(named.sort()).toEqual(handed)
    expect(unit).not.toMatch(/[sp]k_|pat_/)
  })
})

describe('the compose file', () => {
  const text = readFileSync('docs/service/compose.yaml', 'utf8')
  const command = /^ {4}command:\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ''
  const words = [...command.matchAll(/["']([^"']*)["']/g)].map(([, word = '']) => word)

  it('starts the service with options and secrets that it has, and time to stop before it is killed', () => {
    expect(words.slice(0, 2)).toEqual(['node', 'out/service/service.js'])
    const environment = Object.fromEntries(
      [...text.matchAll(/^ +(POSTROOM_\w+): \/run\/secrets\/([\w-]+)$/gm)].map(([, name, file = '']) => [
        name,
        join(folder, file),
      ]),
    )
    const options = readOptions(words.slice(2), environment)
    expect(options).toMatchObject({ keys, metricsToken: secrets['metrics-token'], log: 'json', contacts: 0 })
    const grace = Number(/stop_grace_period: (\d+)s/.exec(text)?.[1])
    expect(grace).toBeGreaterThan(options.stopWithin)
  })

  it('publishes on this machine alone the ports that the service listens at', () => {
    const { port, recordsPort } = readOptions(words.slice(2))
    for (const each of [port, recordsPort]) expect(text).toContain(`127.0.0.1:${each}:${each}`)
    const published = [...text.matchAll(/^ +ports: \[(.*)\]$/gm)].flatMap(([, list = '']) => list.split(', '))
    expect(published).toHaveLength(3)
    for (const each of published) expect(each).toMatch(/^'127\.0\.0\.1:/)
    expect(text).not.toMatch(/[sp]k_|pat_/)
  })
})

describe('the compose file with PostgreSQL', () => {
  const text = readFileSync('docs/service/compose.postgres.yaml', 'utf8')
  const alone = readFileSync('docs/service/compose.yaml', 'utf8')
  const wordsOf = (file: string) =>
    [...(/^ {4}command:\s*\[([^\]]*)\]/m.exec(file)?.[1] ?? '').matchAll(/'([^']*)'/g)].map(
      ([, word = '']) => word,
    )

  it('starts the service as without it, but for the database, whose password stands in a file', () => {
    const words = wordsOf(text)
    const before = wordsOf(alone)
    expect(words.slice(0, before.length)).toEqual(before)
    const inFolder = words.slice(2).map((word) => word.replace('/run/secrets', folder))
    expect(readOptions(inFolder).database).toMatchObject({
      url: 'postgres://postroom:of%20the%20database@postgres/postroom?sslmode=disable',
      project: 'default',
    })
    expect(words.join(' ')).not.toContain('postroom:')
  })

  it('shows the database to nobody but the service, which is not its superuser', () => {
    expect(text).not.toMatch(/ports:/)
    expect(text).toContain('POSTGRES_USER: owner')
    const user = readFileSync('docs/service/postgres-user.sh', 'utf8')
    expect(user).toContain('CREATE DATABASE postroom OWNER postroom')
    expect(user).not.toMatch(/SUPERUSER/)
  })
})
