import { t } from '../../../../src-shared/messages/message'
import { Bell, CircleDot, Clock, GitFork, Mail, UserPen, Webhook } from '@lucide/vue'
import type { Component } from 'vue'
import type { DraftStep, StepForm } from '../../../../src-shared/bridge/workflow-steps'
import type { StepType } from '../../../../src-shared/interface/workflow'

/** A kind of step that can be added. */
export interface StepKind {
  type: Exclude<StepType, 'TRIGGER'>
  letter: string
  label: string
  icon: Component
}

/** In the order in which they are offered. */
export const stepKinds: readonly StepKind[] = [
  { type: 'SEND_EMAIL', letter: 'm', label: t('words.mail'), icon: Mail },
  { type: 'DELAY', letter: 'w', label: t('workflows.stepKinds.wait'), icon: Clock },
  { type: 'WAIT_FOR_EVENT', letter: 'e', label: t('workflows.stepKinds.waitForEvent'), icon: Bell },
  { type: 'CONDITION', letter: 'c', label: t('words.condition'), icon: GitFork },
  { type: 'UPDATE_CONTACT', letter: 'd', label: t('workflows.stepKinds.changeContact'), icon: UserPen },
  { type: 'WEBHOOK', letter: 'a', label: t('workflows.stepKinds.callAnAddress'), icon: Webhook },
  { type: 'EXIT', letter: 'x', label: t('workflows.stepKinds.end'), icon: CircleDot },
]

function firstConfig(type: StepKind['type'], form: StepForm): DraftStep['config'] {
  switch (type) {
    case 'DELAY':
      return { amount: 1, unit: 'days' }
    case 'WAIT_FOR_EVENT':
      return { eventName: '' }
    case 'CONDITION':
      return form === 'together'
        ? {}
        : { mode: 'multi', field: '', branches: [{ id: 'b1', name: '', operator: 'equals', value: '' }] }
    case 'UPDATE_CONTACT':
      return form === 'together' ? { data: {} } : { updates: {} }
    case 'WEBHOOK':
      return { url: '', method: 'POST' }
    case 'SEND_EMAIL':
    case 'EXIT':
      return {}
  }
}

/** A step of a kind as it begins. `template`: what it sends, with its name. */
export function newStep(
  type: StepKind['type'],
  form: StepForm,
  id: string,
  template: { id: string; name: string } | null,
): DraftStep {
  const kind = stepKinds.find((each) => each.type === type)
  return {
    id,
    type,
    name: (template?.name ?? kind?.label ?? type).slice(0, 256),
    position: null,
    template: template?.id ?? null,
    config: firstConfig(type, form),
  }
}

/** An id of the editor's own that no step of a draft has. */
export function freeId(taken: readonly Pick<DraftStep, 'id'>[]): string {
  const used = new Set(taken.map(({ id }) => id))
  let number = 1
  while (used.has(`new-${number}`)) number += 1
  return `new-${number}`
}
