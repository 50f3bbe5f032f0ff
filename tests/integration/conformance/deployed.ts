import { setTimeout as wait } from 'node:timers/promises'
import { asker, recordAsker } from '../service/open'
import type { Records, Subject, Target } from './subject'

const env = (name: string): string | null => process.env[name] || null

/** How long a 429 is waited out that does not say for how long, in seconds. */
const pause = 15

/**
 * The service that `CONFORMANCE_URL` names; null without it.
 * @throws Error in words when its keys are not given.
 */
export function deployedTarget(): Target | null {
  const url = env('CONFORMANCE_URL')?.replace(/\/+$/, '')
  if (!url) return null
  const secretKey = env('CONFORMANCE_SECRET_KEY')
  const publicKey = env('CONFORMANCE_PUBLIC_KEY')
  if (!secretKey || !publicKey) {
    throw new Error('CONFORMANCE_URL needs CONFORMANCE_SECRET_KEY and CONFORMANCE_PUBLIC_KEY as well.')
  }
  return {
    name: url,
    dialect: null,
    open: async () => subject(url, secretKey, publicKey),
  }
}

function subject(url: string, secretKey: string, publicKey: string): Subject {
  const kept: string[] = []
  const ask = asker(secretKey, (path, init) => patiently(url + path, init))
  return {
    ask,
    secretKey,
    publicKey,
    sender: env('CONFORMANCE_SENDER'),
    recipient: env('CONFORMANCE_RECIPIENT'),
    records: deployedRecords(),
    inside: null,
    keep: (path) => void kept.push(path),
    async end() {
      const left: string[] = []
      for (const path of kept.reverse()) {
        const { status } = await ask('DELETE', path)
        if (status >= 300 && status !== 404) left.push(`${path} (${status})`)
      }
      if (left.length > 0) throw new Error(`Could not delete what the suite created: ${left.join(', ')}`)
    },
  }
}

function deployedRecords(): Records | null {
  const url = env('CONFORMANCE_RECORDS_URL')?.replace(/\/+$/, '')
  const token = env('CONFORMANCE_RECORDS_TOKEN')
  const companyId = env('CONFORMANCE_RECORDS_COMPANY_ID')
  const workspaceId = env('CONFORMANCE_RECORDS_WORKSPACE_ID')
  if (!url) return null
  if (!token || !companyId || !workspaceId) {
    throw new Error('CONFORMANCE_RECORDS_URL needs ..._TOKEN, ..._COMPANY_ID and ..._WORKSPACE_ID as well.')
  }
  const ask = recordAsker({ token, companyId, workspaceId }, (path, init) => patiently(url + path, init))
  return { workspaceId, ask }
}

/** A request that waits when the project's minute is full: a refused 429 did nothing, so it may be asked again. */
async function patiently(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { ...init, redirect: 'manual' })
    if (answer.status !== 429 || attempt === 6) return answer
    await answer.body?.cancel()
    await wait(1000 * (Number(answer.headers.get('retry-after')) || pause))
  }
}
