import type { Priority } from '../../core/client/call-options'
import type { ServiceClient } from '../../core/client/client'
import type { Probe } from '../../core/client/probes'
import { isProblem } from '../../core/problems'
import { Evidence } from './evidence'

/** Every question but that of the domains of a project, in order: what the later ones are read by comes first. */
const questions = [
  'nowhere',
  'contacts',
  'templates',
  'segments',
  'campaigns',
  'workflows',
  'events',
  'domains',
  'recipients',
  'activity',
  'bulk',
  'lookup',
  'steps',
  'verify',
  'track',
  'config',
] as const satisfies readonly Probe[]

interface GatheredEvidence {
  evidence: Evidence
  /** Requests that were made. */
  requests: number
  /** Of these, those without an answer. */
  failed: number
}

/**
 * Asks all questions, one after another, each once. A question that comes to nothing leaves what it asks about open; after
 * a 429, or once the service is away, no further one is asked. Never rejects for what the service does; rejects with
 * `cancelled` when aborted.
 */
export async function askAll(
  client: Pick<ServiceClient, 'probe'>,
  { priority, signal, online }: { priority: Priority; signal: AbortSignal; online(): boolean },
): Promise<GatheredEvidence> {
  const evidence = new Evidence()
  const asked: GatheredEvidence = { evidence, requests: 0, failed: 0 }

  async function ask(probe: Probe): Promise<boolean> {
    asked.requests++
    try {
      const { value } = await client.probe(probe, { priority, signal })
      evidence.add(probe, value)
      return true
    } catch (error) {
      if (signal.aborted || !isProblem(error)) throw error
      asked.failed++
      return online() && error.problem.code !== 'rate_limited'
    }
  }

  for (const question of questions) {
    if (!(await ask(question))) return asked
    const { project } = evidence
    if (question === 'domains' && project !== null && evidence.of('domains')?.status === 404) {
      if (!(await ask({ domainsOf: project }))) return asked
    }
  }
  return asked
}
