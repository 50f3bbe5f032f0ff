import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GivenFile } from '../../../src-main/core/host'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { problemOf } from '../../fixtures/problem-of'
import { abilityOf, knownOf } from '../../fixtures/on-service'

/** Images of mails, which a deployed service keeps where it has a storage. */

const begins = {
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpeg: Buffer.from('ffd8ffe0', 'hex'),
  gif: Buffer.from('GIF89a'),
  webp: Buffer.from('RIFF\u0001\u0001\u0001\u0001WEBPVP8 '),
}

let folder: string
let service: DeployedService
let core: TestCore
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postroom-images-'))
})
afterEach(async () => {
  await core.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Connects to a service with or without a storage; a token is the name of a file in the folder. */
async function connected(uploads: boolean): Promise<void> {
  service = await startDeployedService({ uploads })
  service.seed(2)
  core = await startCore({
    asksUnbidden: true,
    takeGivenFile: (token): GivenFile | null => {
      const file = path.join(folder, token)
      return existsSync(file) ? { path: file, name: token, uploaded: true } : null
    },
  })
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
}
function put(name: string, bytes: Buffer): string {
  writeFileSync(path.join(folder, name), bytes)
  return name
}
const upload = (token: string) => core.bridge.images.upload({ token })

describe('a service that keeps images', () => {
  beforeEach(() => connected(true))

  it('is known by what it says of itself', async () => {
    expect(abilityOf(await knownOf(core.bridge), 'images')).toMatchObject({ state: 'can', answer: 'there' })
  })

  it.each(Object.keys(begins) as (keyof typeof begins)[])('is handed a %s, byte for byte', async (kind) => {
    const bytes = Buffer.concat([begins[kind], Buffer.from([0, 255, 13, 10, 45, 45])])
    const { url } = await upload(put(`Hafen “Ost”\n.${kind}`, bytes))
    expect(url).toMatch(/^https:\/\/storage\.test\//)
    expect(service.state.uploads.map((kept) => kept.bytes.equals(bytes))).toEqual([true])
  })

  it('is told what a file is by what is in it, not by its name', async () => {
    await upload(put('photo.gif', begins.png))
    expect(service.state.uploads[0]?.key).toMatch(/\.png$/)
    expect(await problemOf(upload(put('page.png', Buffer.from('<svg/>'))))).toMatchObject({
      code: 'input_invalid',
    })
    expect(service.state.uploads).toHaveLength(1)
  })

  it('is not handed what is larger than it takes', async () => {
    const large = Buffer.concat([begins.png, Buffer.alloc(10 * 1024 * 1024)])
    expect(await problemOf(upload(put('large.png', large)))).toMatchObject({
      code: 'input_invalid',
      title: 'large.png is too large',
    })
  })

  it('leaves no copy of the file behind, whatever came of it', async () => {
    await upload(put('a.png', begins.png))
    await problemOf(upload(put('b.png', Buffer.from('text'))))
    expect(['a.png', 'b.png'].filter((name) => existsSync(path.join(folder, name)))).toEqual([])
  })

  it('has its upload in the activity log, without the image', async () => {
    await upload(put('a.png', begins.png))
    const { entries } = await core.bridge.activity.page({
      filter: { kind: 'write', outcome: null, search: '' },
      slice: { offset: 0, limit: 5 },
    })
    expect(entries[0]).toMatchObject({
      title: 'Upload the image a.png',
      outcome: 'done',
      path: '/uploads/image',
    })
    const { sent } = await core.bridge.activity.get({ id: entries[0]?.id ?? 0 })
    expect(sent).toEqual({ image: { name: 'a.png', contentType: 'image/png', bytes: 8 } })
  })

  it('is not handed anything by a token that is used up', async () => {
    expect(await problemOf(upload('gone.png'))).toMatchObject({ code: 'file_unreadable' })
  })

  it('is not believed an address that is none', async () => {
    service.faults = ({ path: asked }) =>
      asked === '/uploads/image'
        ? { do: 'answer', status: 200, body: { url: 'javascript:alert(1)', key: 'k' } }
        : null
    expect(await problemOf(upload(put('a.png', begins.png)))).toMatchObject({ code: 'answer_malformed' })
  })
})

describe('a service without a storage', () => {
  beforeEach(() => connected(false))

  it('says that it keeps none, and is not offline for it', async () => {
    expect(abilityOf(await knownOf(core.bridge), 'images')).toMatchObject({
      state: 'cannot',
      answer: 'absent',
    })
    expect(await problemOf(upload(put('a.png', begins.png)))).toMatchObject({
      code: 'not_found',
      title: 'This service stores no images',
    })
    expect(await problemOf(core.bridge.contacts.get({ id: 'nobody' }))).toMatchObject({ code: 'not_found' })
  })
})
