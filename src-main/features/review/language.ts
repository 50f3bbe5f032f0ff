import type { Mail } from '../../../src-shared/bridge/review'
import { plainView, type TemplateLanguage } from '../../../src-shared/interface/liquid-view'
import { isShownToAll } from '../../../src-shared/interface/liquid-branches'
import { liquidFault, type LiquidFault } from '../../../src-shared/interface/liquid'

/** A name that a mail looks up where nothing of it may show: in a tag, in a filter, behind a condition. */
interface MentionedName {
  part: 'subject' | 'body'
  name: string
  start: number
  end: number
}

/** A mail as its rules look at it. */
export interface ReadMail {
  /** In the plain language, everything at its place. */
  mail: Mail
  mentioned: MentionedName[]
  /** Whether everybody is shown one of these places of the body, whatever conditions come to. */
  isShownToAll(places: readonly number[]): boolean
  /** What keeps the service from reading it: one at most a part. */
  faults: (LiquidFault & { part: 'subject' | 'body' })[]
}

/** Reads a mail for the rules of its review. */
export function readMail(mail: Mail, language: TemplateLanguage): ReadMail {
  const subject = plainView(mail.subject, language)
  const body = plainView(mail.body, language)
  const parts = ['subject', 'body'] as const
  return {
    mail: { ...mail, subject: subject.text, body: body.text },
    mentioned: [
      ...subject.mentioned.map((path) => ({ part: 'subject' as const, ...path })),
      ...body.mentioned.map((path) => ({ part: 'body' as const, ...path })),
    ],
    isShownToAll: (places) => language === 'plain' || isShownToAll(mail.body, places),
    faults:
      language === 'plain'
        ? []
        : parts.flatMap((part) => {
            const fault = liquidFault(mail[part])
            return fault === null ? [] : [{ part, ...fault }]
          }),
  }
}
