import { t } from '../../../../src-shared/messages/message'
import type { Hold } from '../../../../src-shared/bridge/campaigns'
import type { Problem } from '../../../../src-shared/problem'
import { formatMoment } from '../../../format'

/** What the bar says of a confirmed sending: what it is, and what can be done about it. */
interface HoldWords {
  title: string
  text: string
}

/** Why a sending was refused. What is said of single fields goes before that there are some: nothing else names them. */
function refusedWords({ title, why, action, fields = [] }: Problem): string {
  if (fields.length === 0) return `${title}. ${why} ${action}`
  return t('campaigns.holdWords.titleJoinItStays', {
    title,
    join: fields.map(({ field, message }) => `${field}: ${message}`).join(' '),
  })
}

/** How a sending stands, in words (send-hold.png). */
export function holdWords(hold: Hold, now: number): HoldWords {
  const { name, people, scheduledFor, state, problem } = hold
  const whom = t('campaigns.holdWords.nameToPeople', { name, people })
  const moment = scheduledFor === null ? null : formatMoment(scheduledFor, now)
  switch (state) {
    case 'held':
      return {
        title:
          moment === null
            ? t('campaigns.holdWords.heldWhom', { whom })
            : t('campaigns.holdWords.heldWhomScheduledFor', { whom, moment }),
        text: t('words.nothingHasLeftYetClosingThe'),
      }
    case 'leaving':
      return {
        title: t('campaigns.holdWords.leavingWhom', { whom }),
        text: t('campaigns.holdWords.theRequestIsOn'),
      }
    case 'sent':
      return moment === null
        ? {
            title: t('campaigns.holdWords.handedOverWhom', { whom }),
            text: t('campaigns.holdWords.theServiceHasIt'),
          }
        : {
            title: t('campaigns.holdWords.scheduledWhom', { whom }),
            text: t('campaigns.holdWords.theServiceStartsIt', { moment }),
          }
    case 'refused':
      return {
        title: t('campaigns.holdWords.notSentWhom', { whom }),
        text: problem ? refusedWords(problem) : t('campaigns.holdWords.theServiceRefusedIt'),
      }
    case 'unknown':
      return {
        title: t('campaigns.holdWords.noAnswerCameWhom', { whom }),
        text: t('campaigns.holdWords.itMayHaveBeen'),
      }
  }
}
