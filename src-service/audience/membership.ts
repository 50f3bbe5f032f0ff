import { setImmediate as turn } from 'node:timers/promises'
import { ServiceFailure } from '../http/failure'
import type { Contacts } from '../store/contacts'
import { type ServiceDatabase, statements } from '../store/statements'
import type { SegmentMembers } from '../store/segment-members'
import type { SegmentRow, Segments } from '../store/segments'
import type { Tracking } from './tracking'

/** Naming the members of static segments, by address (without regard to case); an address twice is one. */
export interface Membership {
  /**
   * Adds contacts; those that are not there are made where `createMissing` says so. Returns how many became members, and
   * the addresses that no contact has.
   * @throws ServiceFailure BAD_REQUEST for a DYNAMIC segment, RESOURCE_NOT_FOUND where it is deleted meanwhile.
   */
  add(
    segment: number,
    emails: string[],
    createMissing: boolean,
  ): Promise<{ added: number; notFound: string[] }>
  /** Takes contacts out. Returns how many were members. @throws ServiceFailure like `add`. */
  remove(segment: number, emails: string[]): Promise<number>
}

/** What members are named with. */
interface MembershipParts {
  db: ServiceDatabase
  contacts: Contacts
  segments: Segments
  members: SegmentMembers
  tracking: Tracking
}

// Addresses a transaction: 10,000 at once, all of them new, would keep everyone else waiting for half a second.
const slice = 500

/** The members of a service's static segments. */
export function createMembership({ db, contacts, segments, members, tracking }: MembershipParts): Membership {
  async function staticSegment(seq: number): Promise<SegmentRow> {
    const row = await segments.get(seq)
    if (!row) throw new ServiceFailure('RESOURCE_NOT_FOUND', 'The segment was deleted.')
    if (row.type === 'STATIC') return row
    throw new ServiceFailure('BAD_REQUEST', 'The members of a DYNAMIC segment follow from its condition.', {
      suggestion: 'Change the condition, or use a STATIC segment.',
    })
  }

  const addSlice = statements(db).whole(async (seq: number, emails: string[], createMissing: boolean) => {
    const row = await staticSegment(seq)
    let added = 0
    const notFound: string[] = []
    for (const email of emails) {
      const contact =
        (await contacts.find(email)) ?? (createMissing ? (await contacts.upsert(email, {})).row : null)
      if (!contact) notFound.push(email)
      else if (await members.add(seq, contact.seq)) {
        added++
        if (row.trackMembership) await tracking.tell(row, contact.seq, 'entry')
      }
    }
    return { added, notFound }
  })

  const removeSlice = statements(db).whole(async (seq: number, emails: string[]): Promise<number> => {
    const row = await staticSegment(seq)
    let removed = 0
    for (const email of emails) {
      const contact = await contacts.find(email)
      if (!contact || !(await members.remove(seq, contact.seq))) continue
      removed++
      if (row.trackMembership) await tracking.tell(row, contact.seq, 'exit')
    }
    return removed
  })

  return {
    async add(segment, emails, createMissing) {
      let added = 0
      const notFound: string[] = []
      for (const part of slicesOf(emails)) {
        const done = await addSlice(segment, part, createMissing)
        added += done.added
        notFound.push(...done.notFound)
        await turn()
      }
      return { added, notFound }
    },
    async remove(segment, emails) {
      let removed = 0
      for (const part of slicesOf(emails)) {
        removed += await removeSlice(segment, part)
        await turn()
      }
      return removed
    },
  }
}

function slicesOf(emails: string[]): string[][] {
  const unique = new Map<string, string>()
  for (const email of emails) {
    const key = email.toLowerCase()
    if (!unique.has(key)) unique.set(key, email)
  }
  const all = [...unique.values()]
  return Array.from({ length: Math.ceil(all.length / slice) }, (_, index) =>
    all.slice(index * slice, (index + 1) * slice),
  )
}
