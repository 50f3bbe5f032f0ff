import type { CallOptions } from '../../../src-main/core/client/call-options'
import { expect, it } from 'vitest'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { checkNow } from '../../../src-main/features/verification/check-now'
import type { LocalFinding } from '../../../src-main/features/verification/local'
import { problem } from '../../../src-main/core/problems'
import { verificationAnswerSchema } from '../../../src-shared/interface/verification'
import { unknownDomains } from '../../fixtures/core'

const nothing: LocalFinding = { observed: [], suggestion: null, settled: false }

/** A check with a service that answers as told, and what was asked and kept. */
function desk(settings: { online?: boolean; finding?: LocalFinding; fails?: boolean } = {}) {
  const asked: { email: string; options: CallOptions }[] = []
  const kept: LedgerEntry[] = []
  const check = (email: string) =>
    checkNow(email, {
      now: () => 1000,
      mailDomains: unknownDomains,
      check: () => settings.finding ?? nothing,
      ledger: {
        add: (entries) => {
          kept.push(...entries)
          return Promise.resolve({ flipped: 0, behind: 0, verdicts: entries })
        },
      },
      access: {
        online: settings.online ?? true,
        client: {
          verifyAddress: (email, options) => {
            asked.push({ email, options })
            if (settings.fails) return Promise.reject(problem('service_failed'))
            const answer = verificationAnswerSchema.parse({ email, valid: true, hasMxRecords: true })
            return Promise.resolve({
              value: { kind: 'answered', answer },
              status: 200,
              requestId: null,
              durationMs: 1,
            })
          },
        },
      },
    })
  return { check, asked, kept }
}

it('asks once, ahead of all other work, and keeps what was answered', async () => {
  const { check, asked, kept } = desk()
  await check('Ann@Example.com')
  expect(asked).toEqual([{ email: 'Ann@Example.com', options: { priority: 'click' } }])
  expect(kept).toMatchObject([{ email: 'ann@example.com', class: 'accepts', at: 1000, source: 'service' }])
})

it('asks nobody about what the address alone settles', async () => {
  const finding: LocalFinding = { observed: [{ sign: 'syntax' }], suggestion: null, settled: true }
  const { check, asked, kept } = desk({ finding, online: false })
  await check('ann@')
  expect(asked).toEqual([])
  expect(kept).toMatchObject([{ email: 'ann@', class: 'undeliverable', source: 'local' }])
})

it('is refused offline', async () => {
  const { check, asked, kept } = desk({ online: false })
  await expect(check('ann@example.com')).rejects.toMatchObject({ problem: { code: 'offline' } })
  expect([asked, kept]).toEqual([[], []])
})

it('leaves the ledger as it is where the call fails', async () => {
  const { check, kept } = desk({ fails: true })
  await expect(check('ann@example.com')).rejects.toMatchObject({ problem: { code: 'service_failed' } })
  expect(kept).toEqual([])
})
