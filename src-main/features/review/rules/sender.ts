import { t } from '../../../../src-shared/messages/message'
import { getDomain } from 'tldts'
import type { Place } from '../../../../src-shared/bridge/review'
import { found, mono, passed, type Remark, reviewRule, type SenderFacts } from './rule'

const address = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/
/** Above so many mails a day, mailbox providers ask for DMARC. */
const manyADay = 5000

/** The sender's address can be used, and receivers find its domain in order. */
export const senderDomain = reviewRule('senderDomain', 'sender', (parsed, { sender }) => {
  const places = [parsed.placeIn('from')]
  const from = parsed.mail.from.trim()
  if (!address.test(from)) {
    const title = from === '' ? t('words.noSender') : t('review.sender.senderIsNoAddress')
    const sentence = t('review.sender.aMailNeedsAn')
    return found('error', title, sentence, { places })
  }
  if (sender === null) return []
  const { dns } = sender
  const remarks = standingRemarks(sender, places)
  for (const what of ['spf', 'dkim'] as const) {
    const { state, words } = dns[what]
    const name = what.toUpperCase()
    if (state === 'missing' || state === 'other') {
      const title =
        state === 'missing'
          ? t('review.sender.noNameRecord', { name })
          : t('review.sender.nameRecordIsAnother', { name })
      const sentence = t('review.sender.wordsMailWithoutIt', { words })
      remarks.push(found('warning', title, sentence, { key: what, places }))
    } else if (state === 'unknown') {
      remarks.push(found('note', t('review.sender.nameWasNotLooked', { name }), words, { key: what, places }))
    }
  }
  if (remarks.length > 0) return remarks
  return passed(t('review.sender.sendersDomainVerifiedSpf', { isPublished: dns.dkim.state === 'published' }))
})

/** What is wrong with the sender's domain at the service. */
function standingRemarks({ domain, written, standing }: SenderFacts, places: Place[]): Remark[] {
  const check = (level: 'error' | 'note', title: string, sentence: string) => [
    found(level, title, sentence, { key: 'standing', places }),
  ]
  switch (standing) {
    case 'absent':
    case 'unverified': {
      const what =
        standing === 'absent' ? t('review.sender.isNotAmongThe') : t('review.sender.isNotVerifiedYet')
      const sentence = t('review.sender.monoWhatSoThe', {
        mono: mono(domain),
        what,
        isAbsent: standing === 'absent',
      })
      return check('error', t('review.sender.sendersDomainIsNot'), sentence)
    }
    case 'otherwise': {
      const sentence = t('review.sender.thisServiceComparesLetter', {
        mono: mono(domain),
        mono2: mono(written),
      })
      return check('error', t('review.sender.sendersDomainIsWritten'), sentence)
    }
    case null: {
      const sentence = t('review.sender.theSendingDomainsWere')
      return check('note', t('review.sender.sendersDomainWasNot'), sentence)
    }
    case 'verified':
      return []
  }
}

/** What receivers are asked to do with mail that only pretends to be from the domain. */
export const dmarcPolicy = reviewRule('dmarcPolicy', 'sender', (parsed, { sender, survey }) => {
  if (sender === null) return []
  const { state, words, records } = sender.dns.dmarc
  const places = [parsed.placeIn('from')]
  if (state === 'unknown' || state === 'unasked') {
    return found('note', t('review.sender.dmarcWasNotLooked'), words, { places })
  }
  const policy = /(?:^|;)\s*p\s*=\s*([a-z]+)/i.exec(records[0]?.found[0] ?? '')?.[1]?.toLowerCase()
  if (state === 'missing' || policy === undefined) {
    const many = (survey?.willGet ?? 0) > manyADay
    const sentence = t('review.sender.monoPublishesNoneLarge', { mono: mono(sender.domain) })
    return found(many ? 'warning' : 'note', t('review.sender.noDmarcPolicy'), sentence, { places })
  }
  if (policy === 'none') {
    const sentence = t('review.sender.mailThatOnlyPretends')
    return found('note', t('review.sender.dmarcPolicyIsNone'), sentence, { places })
  }
  return passed(t('review.sender.dmarcPolicyIsPolicy', { policy }))
})

/** Answers reach somebody. */
export const replyTo = reviewRule('replyTo', 'mail', (parsed) => {
  const to = parsed.mail.replyTo.trim()
  const from = parsed.mail.from.trim()
  const places = [parsed.placeIn(to === '' ? 'from' : 'replyTo')]
  if (to !== '' && !address.test(to)) {
    const sentence = t('review.sender.theServiceRefusesA')
    return found('error', t('review.sender.replyToIsNo'), sentence, { places })
  }
  if (/^(?:no|do-?not|donot)[._-]?reply/i.test(to === '' ? from : to)) {
    const sentence = t('review.sender.answersToMonoReach', { mono: mono(to === '' ? from : to) })
    return found('note', t('review.sender.answersReachNobody'), sentence, { places })
  }
  const theirs = getDomain(to.split('@').at(-1) ?? '')
  const ours = getDomain(from.split('@').at(-1) ?? '')
  if (to !== '' && ours !== null && theirs !== ours) {
    const sentence = t('review.sender.theMailIsFrom', { mono: mono(ours), mono2: mono(theirs ?? to) })
    return found('note', t('review.sender.replyToIsOf'), sentence, { places })
  }
  return passed(to === '' ? t('review.sender.answersGoToThe') : t('review.sender.replyToSet'))
})
