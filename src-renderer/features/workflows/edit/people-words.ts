import { t } from '../../../../src-shared/messages/message'
import type { StepForm, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import { followers } from './draft-edits'
import type { StepChange } from './draft-changes'

interface Saved {
  base: StepsDraft
  changes: readonly StepChange[]
  form: StepForm
}

/** What saving does to whoever stands at a step: they go on in the new steps where a service takes them together. */
export function afterSaving(step: string, { base, changes, form }: Saved): string {
  const own = changes.find(({ id }) => id === step)
  const ahead = followers(base, step)
  const met = changes.filter(({ id, verb }) => verb !== 'Added' && ahead.has(id))
  const added = changes.filter(({ verb }) => verb === 'Added')
  if (met.length === 0 && added.length === 0) return t('workflows.peopleWords.theSameNothingChanged')
  if (form === 'together') {
    if (own?.verb === 'Removed') return t('workflows.peopleWords.cancelledTheirStepIs')
    return own ? t('workflows.peopleWords.keepTheTimeThey') : t('workflows.peopleWords.goOnByThe')
  }
  const before = new Map(base.steps.map(({ id, name }) => [id, name]))
  const without = [...met.map(({ id }) => before.get(id) ?? ''), ...added.map(({ name }) => name)]
  const shown = without.slice(0, 2).map((name) => t('words.quotedName', { name }))
  return without.length > 2
    ? t('workflows.peopleWords.asItWasWithout2', { join: shown.join(', '), more: without.length - 2 })
    : t('workflows.peopleWords.asItWasWithout', { join: shown.join(', ') })
}
