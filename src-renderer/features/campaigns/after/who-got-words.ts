import { t } from '../../../../src-shared/messages/message'
import type { CampaignPerson, CampaignReach, Funnel, MailStep } from '../../../../src-shared/bridge/campaigns'

/** An outcome as it is said, and the look of its tag (controls.css, `.tag`). */
interface OutcomeWord {
  word: string
  tone: '' | 'success' | 'warning' | 'danger'
}

/** What became of a mail, by its furthest step, in the order of the chips. */
export const outcomes: Record<MailStep, OutcomeWord> = {
  clicked: { word: t('words.clicked'), tone: 'success' },
  opened: { word: t('words.opened'), tone: 'success' },
  delivered: { word: t('words.delivered'), tone: '' },
  bounced: { word: t('words.bounced'), tone: 'danger' },
  open: { word: t('words.noAnswer'), tone: 'warning' },
}

/** The chips over the list: those of the outcomes make up the first, which is everybody. */
export function outcomeChips({ steps }: Pick<CampaignReach, 'steps'>) {
  const order = ['clicked', 'opened', 'delivered', 'bounced', 'open'] as const
  return [
    { value: null, label: t('words.all'), count: everybody({ steps }) },
    ...order.map((step) => ({ value: step, label: outcomes[step].word, count: steps[step] })),
  ]
}

/** How many the copied events tell of. */
export function everybody({ steps }: Pick<CampaignReach, 'steps'>): number {
  return steps.open + steps.delivered + steps.opened + steps.clicked + steps.bounced
}

/** What stands beside an outcome: how often, which link, why not. `tone`: of what nobody wants. */
export function detailOf(person: CampaignPerson): { words: string; tone: '' | 'warning' | 'danger' } {
  if (person.leaving === 'complained')
    return { words: t('campaigns.whoGot.complainedMarkedAsJunk'), tone: 'danger' }
  if (person.leaving === 'unsubscribed')
    return { words: t('campaigns.whoGot.unsubscribedByTheLink'), tone: 'warning' }
  return { words: plainDetail(person), tone: '' }
}

function plainDetail({ step, opens, clicks, link, reply }: CampaignPerson): string {
  if (step === 'clicked')
    return link === null
      ? t('campaigns.whoGot.times', { count: clicks })
      : t('campaigns.whoGot.linkTimes', { link, count: clicks })
  if (step === 'opened') return t('campaigns.whoGot.times', { count: opens })
  if (step === 'delivered') return t('campaigns.whoGot.notOpened')
  if (step === 'bounced') return reply ?? ''
  return t('campaigns.whoGot.leftTheService')
}

/** A step of which the copied events tell another number than the service. */
export interface CountDifference {
  label: string
  told: number
  counted: number
}

/** Where the people whom the events tell of are not as many as the service counts. Whoever clicked has opened, and got it. */
export function differencesOf({ steps }: Pick<CampaignReach, 'steps'>, funnel: Funnel): CountDifference[] {
  const opened = steps.opened + steps.clicked
  const all = [
    { label: t('words.sent'), told: everybody({ steps }), counted: funnel.sent },
    { label: t('words.delivered'), told: steps.delivered + opened, counted: funnel.delivered },
    { label: t('words.opened'), told: opened, counted: funnel.opened },
    { label: t('words.clicked'), told: steps.clicked, counted: funnel.clicked },
    { label: t('words.bounced'), told: steps.bounced, counted: funnel.bounced },
  ]
  return all.filter(({ told, counted }) => told !== counted)
}
