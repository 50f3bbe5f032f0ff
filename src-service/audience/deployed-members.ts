import { statements } from '../store/statements'
import { setImmediate as turn } from 'node:timers/promises'
import type { ServiceContext } from '../service-context'
import type { SegmentMembers } from '../store/segment-members'

/** What became of addresses that were put into a static segment (deployed.md section 6). */
interface AddedMembers {
  /** Those who are in it now, also who was before. */
  added: number
  created: number
  notFound: string[]
}

interface DeployedMembership {
  /** `createMissing`: how those are subscribed who are made for it; null makes nobody. */
  add(segment: number, emails: string[], createMissing: { subscribed: boolean } | null): Promise<AddedMembers>
  /** Returns how many were in it. */
  remove(segment: number, emails: string[]): Promise<number>
}

// Addresses a transaction, so that a long list keeps nobody waiting.
const slice = 500

/** The members of static segments, as deployed services have them: who is in one keeps the time of coming. */
export function deployedMembership(
  { db, store: { contacts }, clock }: Pick<ServiceContext, 'db' | 'store' | 'clock'>,
  members: SegmentMembers,
): DeployedMembership {
  const find = (email: string) => contacts.find(email.trim().toLowerCase())

  const addSlice = statements(db).whole(
    async (
      segment: number,
      emails: string[],
      createMissing: { subscribed: boolean } | null,
      done: AddedMembers,
    ) => {
      for (const email of emails) {
        const known = await find(email)
        const contact =
          known ?? (createMissing && (await contacts.upsert(email.trim().toLowerCase(), createMissing)).row)
        if (!contact) {
          done.notFound.push(email)
          continue
        }
        done.added++
        if (!known) done.created++
        await members.add(segment, contact.seq, clock.now())
      }
    },
  )
  const removeSlice = statements(db).whole(async (segment: number, emails: string[]): Promise<number> => {
    let removed = 0
    for (const email of emails) {
      const contact = await find(email)
      if (contact && (await members.remove(segment, contact.seq))) removed++
    }
    return removed
  })

  return {
    async add(segment, emails, createMissing) {
      const done: AddedMembers = { added: 0, created: 0, notFound: [] }
      for (let from = 0; from < emails.length; from += slice) {
        await addSlice(segment, emails.slice(from, from + slice), createMissing, done)
        await turn()
      }
      return done
    },
    async remove(segment, emails) {
      let removed = 0
      for (let from = 0; from < emails.length; from += slice) {
        removed += await removeSlice(segment, emails.slice(from, from + slice))
        await turn()
      }
      return removed
    },
  }
}
