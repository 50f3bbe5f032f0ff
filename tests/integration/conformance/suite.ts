import type { SpecifiedName } from '../../../src-service/dialect/dialects'
import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { deployedTarget } from './deployed'
import { embedded } from './embedded'
import type { Subject, SubjectWishes, Target } from './subject'

const deployed = deployedTarget()

/** What the suite runs against: the embedded service in the dialects of interface.md and
 * both ways, or the one deployed service. Its deployed dialect is held to deployed.md instead (deployed/). */
const targets: Target[] = deployed
  ? [deployed]
  : [
      embedded('in process', 'reference'),
      embedded('in process', 'envelope'),
      embedded('over HTTP', 'reference'),
    ]

// A minute that is full is waited out (deployed.ts).
if (deployed) vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** What the cases of one section are given. */
export interface Section {
  /** The service; open while cases run. */
  readonly service: Subject
  /** Null: a deployed service. */
  readonly dialect: SpecifiedName | null
  /** Opens another service of the same kind; only within {@link Section.onlyEmbedded}. */
  openAnother(wishes: SubjectWishes): Promise<Subject>
  /** Cases that a deployed service is spared; its summary says `what` was not tried and `why`. */
  onlyEmbedded(what: string, why: string, cases: () => void): void
  /** Cases that leave messages: everywhere but on a deployed service without a sender and a recipient. */
  whereSending(what: string, cases: () => void): void
  /** Cases that leave what the interface cannot delete: on a deployed service only when it was allowed. */
  whereLeaving(what: string, cases: () => void): void
  /** Cases about the record-management interface: on a deployed service only when it was given. */
  whereRecords(what: string, cases: () => void): void
}

/** Registers the cases of a section once for each service. `wishes` are for services opened for the suite. */
export function conformance(title: string, cases: (the: Section) => void, wishes?: SubjectWishes): void {
  describe.each(targets)(`${title}: $name`, (target) => {
    const notTried: string[] = []
    let opened: Subject | undefined

    beforeAll(async () => {
      opened = await target.open(wishes)
    })
    afterAll(() => opened?.end())

    const spare = (what: string, why: string): void => void notTried.push(`- ${what}: ${why}`)
    cases({
      get service() {
        if (!opened) throw new Error('The service is not open yet.')
        return opened
      },
      dialect: target.dialect,
      openAnother: (more) => target.open(more),
      onlyEmbedded(what, why, more) {
        if (target.dialect) more()
        else spare(what, why)
      },
      whereSending(what, more) {
        if (target.dialect || (process.env['CONFORMANCE_SENDER'] && process.env['CONFORMANCE_RECIPIENT']))
          more()
        else spare(what, 'it sends mail, and CONFORMANCE_SENDER and CONFORMANCE_RECIPIENT are not both set')
      },
      whereLeaving(what, more) {
        if (target.dialect || (process.env['CONFORMANCE_SENDER'] && process.env['CONFORMANCE_LEAVE'])) more()
        else spare(what, 'the interface cannot delete what it creates, and CONFORMANCE_LEAVE is not set')
      },
      whereRecords(what, more) {
        if (target.dialect || process.env['CONFORMANCE_RECORDS_URL']) more()
        else spare(what, 'CONFORMANCE_RECORDS_URL is not set')
      },
    })

    if (notTried.length > 0) {
      it('says what it does not try here', () => {
        console.log(`Not tried of "${title}":\n${notTried.join('\n')}`)
      })
    }
  })
}
