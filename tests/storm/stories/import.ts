import { writesAtOnce } from '../../../src-main/features/imports/run'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import type { Contact } from '../../../src-shared/interface/contact'
import { writtenAgain } from '../differences'
import { allOf, copied, lookUntil } from '../person'
import { expectedAfterRun, expectedAfterUndo, runDifferences, undoDifferences } from '../proofs/import'
import type { Scene } from '../scene'
import type { Story } from '../story'
import { Strangers } from '../strangers'
import type { Sent } from '../wire'

/** How many rows are of people whom the service knows, and how many are of new ones. */
const known = 24
const unknown = 24

/** Rows of a file that is imported, taken back, and changed at the service in between. */
export const importStory: Story = {
  capability: 'import',
  contacts: 60,
  // Every start tries whether the service looks addresses up.
  isWrite: ({ method, path }) => method !== 'GET' && path !== '/contacts/lookup',
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const before = await scene.service.people()
    const inFile = [...before.values()].slice(0, known)
    const added = Array.from({ length: unknown }, (_, at) => `row${at}@example.com`)
    const emails = shuffled(scene, [...inFile.map(({ email }) => email), ...added])
    const text = fileOf(emails)
    const others = new Strangers(scene, changes, [...before.values()].slice(known))
    // Who is in the file gets keys of other people's alone while it runs: what the file writes is its own.
    const readers = new Strangers(scene, changes, [...inFile])
    const meanwhile = () =>
      scene.draw(2) === 0 ? readers.change() : others.any('create', 'change', 'remove')
    const run = Math.ceil(scene.kills / 2)
    const paper: Paper = { text, isTaken: false }
    const isWrite = (method: string[]) => (request: Sent) =>
      method.includes(request.method) && importStory.isWrite(request)
    const ran = await scene.through({
      drive: async (bridge) => {
        await copied(bridge, place, 'contacts')
        return ranImport(bridge, paper)
      },
      kills: run,
      within: 20,
      isWrite: isWrite(['POST']),
      meanwhile,
    })
    const expected = expectedAfterRun(before, emails)
    const afterRun = [
      ...runDifferences(expected, ran, await scene.service.people(), await rowsOf(await scene.bridge(), ran)),
      // A kill sends as many rows again at most as are on their way at once.
      ...writtenAgain(scene.wire.sent.filter(importStory.isWrite), writesAtOnce),
    ]

    const since = await somebodySince(scene, changes, emails)
    const sentBefore = scene.wire.sent.length
    const undone = await scene.through({
      drive: async (bridge) => {
        await copied(bridge, place, 'contacts')
        return takenBack(bridge)
      },
      kills: scene.kills - run,
      within: 20,
      isWrite: isWrite(['PATCH', 'DELETE']),
      meanwhile: () => others.any('create', 'change', 'remove'),
    })
    const now = await scene.service.people()
    return {
      unknown: 0,
      differences: [
        ...afterRun,
        ...undoDifferences(expectedAfterUndo(before, emails, since), undone, now),
        ...writtenAgain(scene.wire.sent.slice(sentBefore).filter(importStory.isWrite)),
      ],
    }
  },
}

function fileOf(emails: readonly string[]): string {
  const rows = emails.map((email, at) => `${email},gold ${at}`)
  // Beside those that are written: one that comes twice, and one that is no address.
  return ['email,tier', ...rows, `${emails[0] ?? ''},again`, 'no address,x', ''].join('\r\n')
}

function shuffled(scene: Scene, texts: string[]): string[] {
  const left = [...texts]
  return texts.map(() => left.splice(scene.draw(left.length), 1)[0] ?? '')
}

/** What is pasted; `isTaken`: the console said that it has it, so it is not pasted again. */
interface Paper {
  readonly text: string
  isTaken: boolean
}

/** Imports the text, each step once; answers the import once its run has ended. */
async function ranImport(bridge: Bridge, paper: Paper): Promise<ImportDetail> {
  const id = await pasted(bridge, paper)
  return lookUntil(
    async () => {
      const found = await bridge.imports.get({ id })
      if (found.problem) throw new Error(`The import cannot go on: ${JSON.stringify(found.problem)}`)
      if (found.work !== null) return found
      if (found.counts === null) await bridge.imports.check({ id })
      else if (found.jobs.length === 0) await bridge.imports.run({ id })
      return found
    },
    ({ jobs, work, step }) => work === null && step === 'after' && jobs[0]?.state === 'finished',
  )
}

async function pasted(bridge: Bridge, paper: Paper): Promise<number> {
  const { imports } = await bridge.imports.page({ slice: { offset: 0, limit: 1 } })
  const [found] = imports
  if (found && (paper.isTaken || found.rows !== null)) return found.id
  // A kill cut off the pasting: what it left is put away.
  if (found) await bridge.imports.discard({ id: found.id })
  const { id } = await bridge.imports.open({ kind: 'text', text: paper.text })
  paper.isTaken = true
  return id
}

/** Takes the import back; answers it once that has ended. */
async function takenBack(bridge: Bridge): Promise<ImportDetail> {
  const { imports } = await bridge.imports.page({ slice: { offset: 0, limit: 1 } })
  const id = imports[0]?.id ?? 0
  return lookUntil(
    async () => {
      const found = await bridge.imports.get({ id })
      if (!found.jobs.some(({ kind }) => kind === 'import.undo')) await bridge.imports.undo({ id })
      return found
    },
    ({ jobs, undone }) =>
      jobs.some(
        ({ kind, state, done }) =>
          kind === 'import.undo' &&
          state === 'finished' &&
          undone !== null &&
          undone.reversed + undone.kept + undone.failed >= done,
      ),
  )
}

const rowsOf = (bridge: Bridge, { id }: ImportDetail) =>
  allOf((slice) => bridge.imports.rows({ id, filter: 'all', search: '', slice }))

/** What becomes of some between the run and its undo: another value, a deletion, a key more. */
async function somebodySince(
  scene: Scene,
  changes: { changed: number; deleted: number },
  emails: readonly string[],
): Promise<{ rewritten: Set<string>; deleted: Set<string>; extended: Set<string> }> {
  const byEmail = new Map(
    [...(await scene.service.people()).values()].map((each) => [each.email, each] as const),
  )
  const pick = () => byEmail.get(emails[scene.draw(emails.length)] ?? '')
  const ask = (found: Contact, body: object) => scene.service.ask(`/contacts/${found.id}`, 'PATCH', body)
  const since = { rewritten: new Set<string>(), deleted: new Set<string>(), extended: new Set<string>() }
  for (let times = 0; times < 3; times += 1) {
    const [rewritten, extended] = [pick(), pick()]
    if (rewritten && !since.extended.has(rewritten.email)) {
      since.rewritten.add(rewritten.email)
      await ask(rewritten, { data: { tier: 'theirs' } })
    }
    if (extended && !since.rewritten.has(extended.email)) {
      since.extended.add(extended.email)
      await ask(extended, { data: { since: times } })
    }
    changes.changed += 2
  }
  const deleted = pick()
  if (deleted && !since.rewritten.has(deleted.email) && !since.extended.has(deleted.email)) {
    since.deleted.add(deleted.email)
    changes.deleted += 1
    await scene.service.ask(`/contacts/${deleted.id}`, 'DELETE')
  }
  return since
}
