import type { SpecifiedName } from '../../../src-service/dialect/dialects'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDnsServer, type Zone } from '../../fixtures/dns-server'
import { editStored } from '../../fixtures/service'
import { open, type Way } from '../service/open'
import { type Subject, type SubjectWishes, type Target, uniqueAddress } from './subject'

const sendingDomain = 'sender.example'

/** The embedded service in one of its dialects, with one verified domain and an empty audience. */
export function embedded(way: Way, dialect: SpecifiedName): Target {
  return {
    name: `${dialect}, ${way}`,
    dialect,
    open: (wishes) => openEmbedded(way, dialect, wishes),
  }
}

async function openEmbedded(way: Way, dialect: SpecifiedName, wishes: SubjectWishes = {}): Promise<Subject> {
  const data = mkdtempSync(join(tmpdir(), 'postroom-conformance-'))
  const dns = await startDnsServer(zone())
  const service = await open(way, { rate: 100_000, ...wishes, dialect, data, dns: dns.address })
  verifyDomain(data)
  return {
    ask: service.ask,
    secretKey: service.secretKey,
    publicKey: service.publicKey,
    sender: `post@${sendingDomain}`,
    recipient: uniqueAddress('recipient'),
    records: { workspaceId: service.records.workspaceId, ask: service.askRecords },
    inside: { setDisabled: service.setDisabled, dns },
    // The whole data folder goes in the end.
    keep: () => undefined,
    async end() {
      await service.stop()
      await dns.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The DNS of the little world that the service lives in: what the cases ask for, and nothing else. */
function zone(): Zone {
  const mailing = {
    A: ['192.0.2.1'],
    NS: ['ns.example.net'],
    MX: [[10, 'mx.example.net'] as [number, string]],
  }
  return {
    'example.com': mailing,
    'gmail.com': mailing,
    'mailinator.com': mailing,
    'gmial.com': { NS: ['ns.example.net'] },
    [sendingDomain]: mailing,
  }
}

/** A domain becomes verified by its DNS alone; here it is said to be. */
function verifyDomain(data: string): void {
  editStored(
    data,
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, 'one two three', 0, 0)`,
    sendingDomain,
  )
}
