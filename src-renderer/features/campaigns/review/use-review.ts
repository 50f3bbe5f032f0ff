import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Bridge } from '../../../../src-shared/bridge/contract'
import type { AudienceReport, Check, ReviewInput, ReviewStep } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'
import { useLiveStore } from '../../../stores/live'

/** How a review ended. */
type ReviewEnd = Extract<ReviewStep, { part: 'done' }>

/** Milliseconds of rest after a change of the copy before it is counted anew; and the longest wait while it changes on. */
const calm = { rest: 1500, most: 10_000 }

/** Who was counted in a review is kept no longer. */
function letGo(bridge: Bridge, reviewId: string): void {
  bridge.review.letGo({ reviewId }).catch(() => {
    // It is gone already, or goes with the next ones: nobody waits for it.
  })
}

/** What reviews of a mail found: of the one under way, and where it says nothing yet, of the one before. */
function useFound() {
  const bridge = useBridge()
  /** Who would get it, as last counted; null: not yet. */
  const audience = shallowRef<AudienceReport | null>(null)
  /** How many would get it, by the review under way or the last one; null: not counted yet. */
  const figure = ref<number | null>(null)
  const checks = shallowRef<readonly Check[]>([])
  /** Of the last review that came to its end; null: none has. */
  const end = shallowRef<ReviewEnd | null>(null)
  /** What that one looked at. */
  const reviewed = shallowRef<ReviewInput | null>(null)
  /** Rules that the review under way has told of. */
  const told = shallowRef<ReadonlySet<string>>(new Set())

  function take(step: ReviewStep, of: ReviewInput): void {
    if (step.part === 'audience') audience.value = step.audience
    else if (step.part === 'figure') figure.value = step.willGet
    else if (step.part === 'checks') {
      const rules = new Set<string>(step.checks.map(({ rule }) => rule))
      checks.value = [...checks.value.filter(({ rule }) => !rules.has(rule)), ...step.checks]
      told.value = new Set([...told.value, ...rules])
    } else finish(step, of)
  }

  function finish(step: ReviewEnd, of: ReviewInput): void {
    checks.value = checks.value.filter(({ rule }) => told.value.has(rule))
    const before = end.value
    end.value = step
    reviewed.value = of
    if (before) letGo(bridge, before.reviewId)
  }

  return {
    audience,
    figure,
    checks,
    end,
    reviewed,
    told,
    /** Another review begins: it has told of nothing yet. */
    begin(): void {
      told.value = new Set()
      figure.value = null
    },
    take,
    forget(): void {
      if (end.value) letGo(bridge, end.value.reviewId)
      audience.value = null
      figure.value = null
      checks.value = []
      end.value = null
      reviewed.value = null
    },
  }
}

/**
 * The review of a mail: begun when it is opened, and again when the mail or its audience changes, or when the copy has
 * changed and no sync is under way. What an earlier one found stays, marked as stale, until the new one says otherwise.
 * null: nothing is to be reviewed. In one piece: all of it is about which run counts.
 */
export function useReview(input: () => ReviewInput | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const { told, ...found } = useFound()
  const { checks } = found
  const { busy: running, problem, run: begin, stop } = useLatest()
  const stale = ref(false)
  let left = false

  function forget(): void {
    stop()
    found.forget()
    running.value = false
    stale.value = false
    problem.value = null
  }

  async function run(): Promise<void> {
    const asked = input()
    if (left || asked === null) return
    problem.value = null
    found.begin()
    stale.value = checks.value.length > 0
    await begin(async (signal) => {
      for await (const step of await bridge.review.run(asked, { signal })) {
        if (signal.aborted) return
        found.take(step, asked)
      }
      if (!signal.aborted) stale.value = false
    })
  }

  const runSoon = useDebounceFn(
    () => {
      if (live.runs.length === 0) void run()
    },
    calm.rest,
    { maxWait: calm.most },
  )
  watch(
    () => JSON.stringify(input()),
    () => (input() === null ? forget() : void run()),
    { immediate: true },
  )
  watch([() => live.copyKey, () => live.runs.length === 0], () => {
    if (input() === null) return
    stale.value = checks.value.length > 0
    void runSoon()
  })
  onScopeDispose(() => (left = true))

  return {
    audience: found.audience,
    figure: found.figure,
    checks,
    end: found.end,
    reviewed: found.reviewed,
    running,
    /** Something changed since, or a newer review is under way. */
    stale,
    /** Why the last one did not come to its end. */
    problem,
    /** How many rules the review under way has told of. */
    told: computed(() => told.value.size),
    run,
  }
}

/** What {@link useReview} answers. */
export type OpenReview = ReturnType<typeof useReview>
