import { afterEach, beforeEach, expect, it } from 'vitest'
import { atRest, checked, importUntil, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const people = ['ann@mailinator.com', 'info@example.com', 'bob@mailinator.com', 'eve@example.com']

/** An import that leaves risky addresses out, and whose addresses are all noted without a request. */
async function noted() {
  const { bridge } = fixture.core
  const { id } = await fixture.open('people.csv', `email\n${people.join('\n')}\n`)
  await checked(bridge, id)
  await bridge.imports.rules({
    id,
    rules: {
      verify: 'all',
      byVerdict: { accepts: 'import', risky: 'leaveOut', undeliverable: 'leaveOut', unknown: 'import' },
      resubscribe: false,
      writeConflicting: false,
    },
  })
  const { estimate } = await importUntil(bridge, id, (seen) => seen.estimate !== null)
  expect(estimate).toMatchObject({ unique: 4, local: 2, byClass: { risky: 2 } })
  return id
}

it('gives rows that are verified already the class that a changed rule makes of them', async () => {
  const id = await noted()
  const { bridge } = fixture.core
  await bridge.verdicts.setRule({ sign: 'disposable', class: 'undeliverable' })
  const changed = await importUntil(bridge, id, ({ estimate }) => estimate?.byClass.undeliverable === 2)
  expect(changed.estimate).toMatchObject({ local: 2, byClass: { risky: 0 } })
  await bridge.verdicts.resetRules()
  await importUntil(bridge, id, ({ estimate }) => estimate?.byClass.risky === 2)
})

it('writes whom an override of a domain lets in, though the run is begun at once', async () => {
  const id = await noted()
  const { bridge } = fixture.core
  await bridge.verdicts.setDomain({ domain: 'mailinator.com', class: 'accepts', note: '' })
  expect(await ran(bridge, id)).toMatchObject({ written: { created: 4 } })
})

it('notices when it is opened again that a rule changed while nothing ran', async () => {
  const id = await noted()
  await fixture.core.bridge.verdicts.setRule({ sign: 'disposable', class: 'accepts' })
  await fixture.restart()
  const { bridge } = fixture.core
  await atRest(bridge, id)
  const seen = await importUntil(bridge, id, ({ estimate }) => estimate?.byClass.accepts === 2)
  expect(seen.counts).toMatchObject({ toWrite: 4 })
})
