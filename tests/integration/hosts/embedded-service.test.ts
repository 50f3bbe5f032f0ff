import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { built } from '../../fixtures/built'
import { findNode, startEmbeddedService, startWithNode } from '../../../src-main/hosts/embedded-service'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-embedded-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const records = { url: 'http://127.0.0.1:2', token: 'pat_one', companyId: 'com_one', workspaceId: 'wsp_one' }
const line = { url: 'http://127.0.0.1:1', secretKey: 'sk_one', publicKey: 'pk_one', records }
const say = (said: object): string => `console.log(${JSON.stringify(JSON.stringify(said))})`
const sayLine = say(line)
const stay = 'setInterval(() => {}, 1000)'

/** A program that stands in for the built service. */
async function program(code: string): Promise<string> {
  const file = path.join(folder, 'service.js')
  await writeFile(file, code)
  return file
}

async function emptyWatch(): Promise<string> {
  const file = path.join(folder, 'watch.js')
  await writeFile(file, '')
  return file
}

async function start(code: string, timeLimit = 20_000) {
  return startEmbeddedService({
    file: await program(code),
    start: startWithNode(process.execPath, await emptyWatch()),
    dataFolder: path.join(folder, 'data'),
    timeLimit,
  })
}

const failure = { problem: { code: 'embedded_service_failed' } }

describe('the embedded service', () => {
  it('is ready when its first line was read, and is told where its data lies and that nobody else asks it', async () => {
    const service = await start(`console.error(process.argv.slice(2).join(' ')); ${sayLine}; ${stay}`)
    expect(service).toMatchObject(line)
    await service.stop()
    await service.ended
    const log = await readFile(path.join(folder, 'data', 'service.log'), 'utf8')
    expect(log).toContain(`--port 0 --data ${path.join(folder, 'data')} --rate 120000`)
  })

  it('keeps what is heard of it only after it has ended', async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    let exit = () => {}
    const starting = startEmbeddedService({
      file: await program(''),
      dataFolder: path.join(folder, 'data'),
      start: () => ({ stdout, stderr, onExit: (listener) => (exit = listener), kill: () => {} }),
    })
    stdout.write(`${JSON.stringify(line)}\n`)
    const service = await starting
    exit()
    stderr.end('The port is taken.\n')
    await service.ended
    expect(await readFile(path.join(folder, 'data', 'service.log'), 'utf8')).toBe('The port is taken.\n')
  })

  it.each([undefined, { url: 'x' }])('is ready without records that can be used: %j', async (odd) => {
    const service = await start(`${say({ ...line, records: odd })}; ${stay}`)
    expect(service.url).toBe(line.url)
    expect(service.records).toBeUndefined()
    await service.stop()
  })

  it('leaves no key in its log', async () => {
    const service = await start(`console.error('with sk_canary123 and Bearer abc'); ${sayLine}; ${stay}`)
    await service.stop()
    await service.ended
    const log = await readFile(path.join(folder, 'data', 'service.log'), 'utf8')
    expect(log).toContain('with ')
    expect(log).not.toMatch(/sk_canary123|abc/)
  })

  it('that ends before it is ready is a typed failure', async () => {
    await expect(start('process.exit(3)')).rejects.toMatchObject(failure)
  })

  it('that says something else first is a typed failure', async () => {
    await expect(start(`console.log('listening'); ${stay}`)).rejects.toMatchObject(failure)
    await expect(start(`console.log('{"url":"nowhere"}'); ${stay}`)).rejects.toMatchObject(failure)
  })

  it('that is not ready in time is ended', async () => {
    await expect(start(stay, 300)).rejects.toMatchObject(failure)
  })

  it('takes no key of another service from the environment', async () => {
    vi.stubEnv('POSTROOM_SECRET_KEY', 'sk_of_another')
    vi.stubEnv('POSTROOM_SMTP_PASSWORD_FILE', '/nowhere')
    const told = `console.error(Object.keys(process.env).filter((name) => /SECRET_KEY|SMTP/.test(name)).join() + '.')`
    const service = await start(`${told}; ${sayLine}; ${stay}`)
    vi.unstubAllEnvs()
    await service.stop()
    await service.ended
    const log = await readFile(path.join(folder, 'data', 'service.log'), 'utf8')
    expect(log).toBe('.\n')
  })

  it('that is not built is said to be', async () => {
    const options = { start: startWithNode(process.execPath, ''), dataFolder: folder }
    await expect(
      startEmbeddedService({ ...options, file: path.join(folder, 'none.js') }),
    ).rejects.toMatchObject({
      problem: { action: 'Run npm run build.' },
    })
  })

  it('that ends by itself later is known to have ended', async () => {
    const service = await start(`${sayLine}; setTimeout(() => process.exit(0), 100)`)
    await service.ended
  })

  it('ends with the console, however that ends', async () => {
    const service = await program(`console.log(process.pid); ${stay}`)
    const watch = built('main', 'parent-watch.js')
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `const c = require('node:child_process').spawn(process.execPath, ['--require',
           ${JSON.stringify(watch)}, ${JSON.stringify(service)}], { stdio: ['pipe', 'inherit', 'inherit'] }); ${stay}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [first] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const child = Number(first)
    expect(alive(child)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => alive(child), { timeout: 10_000 }).toBe(false)
  })
})

describe('the Node it runs on', () => {
  it('is the one that package.json pins', () => {
    expect(findNode(__filename)).toMatch(/node_modules[\\/]node[\\/]bin[\\/]node/)
  })

  it('is the one that runs now where none is pinned', () => {
    expect(findNode(path.join(os.tmpdir(), 'x.js'))).toBe(process.execPath)
  })
})

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
