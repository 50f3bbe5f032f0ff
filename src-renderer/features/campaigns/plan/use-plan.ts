import { computed, ref, shallowRef, watch } from 'vue'
import type { PlanSettings } from '../../../../src-shared/sending-plan/settings'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { useLiveStore } from '../../../stores/live'
import { usualPace, usualSettings, type PlanMode } from './plan-draft'

/** How the open campaign leaves: the plan that runs, or settings of one and what they come to. */
export function usePlan(campaign: {
  id: () => string | null
  basis: () => unknown
  editable: () => boolean
}) {
  const bridge = useBridge()
  const live = useLiveStore()
  const mode = ref<PlanMode>('atOnce')
  const settings = shallowRef<PlanSettings>(usualSettings(Date.now()))
  /** What has not left is given other settings. */
  const changing = ref(false)

  const running = useAnswer({
    ask: async () => {
      const campaignId = campaign.id()
      return campaignId === null ? null : bridge.plans.get({ campaignId })
    },
    of: campaign.id,
    changes: () => live.plansKey,
  })
  const plan = running.answer
  const isOpen = computed(() => plan.value?.state === 'running' || plan.value?.state === 'held')

  const preview = useAnswer({
    ask: async () => {
      const campaignId = campaign.id()
      const counts = mode.value !== 'atOnce' && campaign.editable()
      return campaignId === null || !counts || (isOpen.value && !changing.value)
        ? null
        : bridge.plans.preview({ campaignId, settings: settings.value })
    },
    of: () => `${campaign.id() ?? ''} ${mode.value === 'atOnce'}`,
    changes: [settings, mode, changing, isOpen, campaign.basis, () => live.copyKey],
    pauseMs: 150,
  })

  watch(campaign.id, () => {
    mode.value = 'atOnce'
    changing.value = false
    settings.value = usualSettings(Date.now(), live.current?.brake ?? undefined)
  })
  // What runs is shown as it was started.
  watch(plan, (now) => {
    if (!now || !isOpen.value || changing.value) return
    settings.value = now.settings
    mode.value = now.settings.pace.kind
  })

  function choose(wanted: PlanMode): void {
    if (wanted !== 'atOnce' && settings.value.pace.kind !== wanted)
      settings.value = { ...settings.value, pace: usualPace(wanted) }
    mode.value = wanted
  }

  function write(change: Partial<PlanSettings>): void {
    settings.value = { ...settings.value, ...change }
  }

  return {
    mode,
    settings,
    choose,
    write,
    changing,
    plan,
    isOpen,
    preview: preview.answer,
    problem: computed(() => running.problem.value ?? preview.problem.value),
    reload: running.load,
    faultAt: (field: string) => preview.answer.value?.faults.find((fault) => fault.field === field) ?? null,
  }
}

/** What {@link usePlan} answers. */
export type OpenPlan = ReturnType<typeof usePlan>
