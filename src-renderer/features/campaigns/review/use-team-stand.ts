import { computed } from 'vue'
import type { TeamStand } from '../../../../src-shared/bridge/team'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { useAnswer } from '../../../kit/state/answer'
import { useLiveStore } from '../../../stores/live'

/** How the sign-off of a campaign by the team stands, and what a person does to it. `changes`: what else it depends on. */
export function useTeamStand(campaignId: () => string | null, changes: () => unknown) {
  const bridge = useBridge()
  const live = useLiveStore()
  const { busy, problem, run } = useSaving()
  const shares = computed(() => live.team?.shared != null)
  const { answer, load } = useAnswer({
    ask: async () => {
      const id = campaignId()
      return id === null || !shares.value ? null : bridge.team.stand({ campaignId: id })
    },
    of: () => [campaignId(), shares.value].join(),
    changes: () => [live.team?.revision, live.copyKey, changes()].join(),
    pauseMs: 200,
  })

  const act = (call: (campaignId: string) => Promise<TeamStand>): Promise<boolean> =>
    run(async () => {
      const now = await call(campaignId() ?? '')
      answer.value = now
      await load()
    })

  return {
    /** null: nothing is shared, or it is not known yet. */
    stand: answer,
    /** The team signs it: it goes to so many people. */
    needed: computed(() => answer.value?.needed === true),
    busy,
    problem,
    sign: (hash: string) => act((id) => bridge.team.sign({ campaignId: id, hash })),
    undo: () => act((id) => bridge.team.undo({ campaignId: id })),
    object: (text: string) => act((id) => bridge.team.object({ campaignId: id, text })),
    remind: (to: string) => act((id) => bridge.team.remind({ campaignId: id, to })),
    note: (check: string, text: string) => act((id) => bridge.team.note({ campaignId: id, check, text })),
    keep: (check: string) => act((id) => bridge.team.keep({ campaignId: id, check })),
    editNote: (entry: string, text: string) =>
      act((id) => bridge.team.editNote({ campaignId: id, id: entry, text })),
    takeBack: (entry: string) => act((id) => bridge.team.takeBack({ campaignId: id, id: entry })),
  }
}

/** What {@link useTeamStand} answers. */
export type OpenStand = ReturnType<typeof useTeamStand>
