// A program that works on an import without end, telling what was answered, until it is killed: it pastes, maps, checks,
// repairs, leaves out and runs. Started by kill.test.ts.
import { openEngine } from '../../src-main/features/imports/check/engine'
import { choicesFor, peopleText } from '../fixtures/import-people'
import { keepCompiled } from '../fixtures/keep-compiled'

const [folder = '', key = ''] = process.argv.slice(2)
const signal = new AbortController().signal
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

async function main() {
  const { engine } = openEngine({
    folder,
    id: 1,
    key,
    cacheFolder: folder,
    now: () => Date.now(),
    tell: () => undefined,
  })
  const known = await engine.counts()
  if (known.rows.all === 0) {
    say({ did: 'open' })
    await engine.read([{ source: { kind: 'text', text: peopleText() }, reading: null }], signal)
    say({ did: 'read' })
  }
  if (known.rows.new === 0) {
    await engine.map([choicesFor])
    await engine.check([{}], signal)
    say({ did: 'check' })
    keepCompiled()
  }
  const { created, changed } = await engine.progress()
  let after = 0
  for (let step = created + changed; ; step += 1) {
    const row = 5000 + (step % 900)
    await engine.repair([{ row, column: 1, text: `repaired ${step}`, alike: false }], signal)
    say({ did: 'repair', row, text: `repaired ${step}` })
    await engine.leaveOut([{ rows: [4000 + (step % 900)], leftOut: true }])
    say({ did: 'leaveOut', row: 4000 + (step % 900) })
    const next = await engine.next([after], signal)
    if (next === null) return
    await engine.begin([next])
    say({ did: 'begin', row: next.row })
    await engine.settle([next.row, { outcome: 'written', contactId: `cnt_${next.row}`, isNew: true }])
    say({ did: 'settle', row: next.row })
    after = next.row
  }
}

void main()
