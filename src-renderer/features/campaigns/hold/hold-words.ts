import type { Hold } from '../../../../src-shared/bridge/campaigns'
import type { Problem } from '../../../../src-shared/problem'
import { formatCount, formatMoment } from '../../../format'

/** What the bar says of a confirmed sending: what it is, and what can be done about it. */
interface HoldWords {
  title: string
  text: string
}

/** Why a sending was refused. What is said of single fields goes before that there are some: nothing else names them. */
function refusedWords({ title, why, action, fields = [] }: Problem): string {
  if (fields.length === 0) return `${title}. ${why} ${action}`
  return `${title}. ${fields.map(({ field, message }) => `${field}: ${message}`).join(' ')} It stays a draft.`
}

/** How a sending stands, in words (send-hold.png). */
export function holdWords(hold: Hold, now: number): HoldWords {
  const { name, people, scheduledFor, state, problem } = hold
  const whom = `“${name}” to ${formatCount(people, 'person', 'people')}`
  const later = scheduledFor === null ? '' : ` for ${formatMoment(scheduledFor, now)}`
  switch (state) {
    case 'held':
      return {
        title: `Held: ${whom}${later === '' ? '' : `, scheduled${later}`}`,
        text: 'Nothing has left yet. Closing the window keeps the draft and sends nothing.',
      }
    case 'leaving':
      return { title: `Leaving: ${whom}`, text: 'The request is on its way. It can no longer be undone.' }
    case 'sent':
      return scheduledFor === null
        ? { title: `Handed over: ${whom}`, text: 'The service has it and sends it, 14 a second at most.' }
        : {
            title: `Scheduled: ${whom}`,
            text: `The service starts it${later}. Until then it can be cancelled.`,
          }
    case 'refused':
      return {
        title: `Not sent: ${whom}`,
        text: problem ? refusedWords(problem) : 'The service refused it. It stays a draft.',
      }
    case 'unknown':
      return {
        title: `No answer came: ${whom}`,
        text: 'It may have been sent. Look at its status before you send it again.',
      }
  }
}

/** Whole seconds until it leaves, never less than 0. */
export function secondsLeft({ leavesAt }: Pick<Hold, 'leavesAt'>, now: number): number {
  return Math.max(0, Math.ceil((leavesAt - now) / 1000))
}
