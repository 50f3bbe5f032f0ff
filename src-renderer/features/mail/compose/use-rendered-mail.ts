import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Mail, RenderAs, RenderedMail } from '../../../../src-shared/bridge/review'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** Milliseconds of rest before a mail that is being written is rendered anew. */
const rest = 250

/** A mail as somebody receives it, rendered anew when the mail or the person changes. The last question's answer counts. */
export function useRenderedMail(of: {
  mail: () => Mail
  as: () => RenderAs
  images: () => boolean
  dark: () => boolean
}) {
  const bridge = useBridge()
  const rendered = shallowRef<RenderedMail | null>(null)
  const withImages = ref(false)
  const problem = shallowRef<Problem | null>(null)
  let asking: AbortController | null = null
  let left = false

  async function render(): Promise<void> {
    // What was typed last may be due after its page was left.
    if (left) return
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    const images = of.images()
    try {
      const answer = await bridge.review.render(
        { mail: of.mail(), as: of.as(), marks: true, images, dark: of.dark() },
        { signal: mine.signal },
      )
      if (mine.signal.aborted) return
      rendered.value = answer
      withImages.value = images
      problem.value = null
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    }
  }

  const renderSoon = useDebounceFn(render, rest)
  watch(
    [
      () => of.mail().subject,
      () => of.mail().body,
      () => of.mail().from,
      () => of.mail().fromName,
      () => of.mail().replyTo,
      () => of.mail().type,
    ],
    () => void renderSoon(),
  )
  watch([() => JSON.stringify(of.as()), of.images, of.dark], () => void render(), { immediate: true })
  onScopeDispose(() => {
    left = true
    asking?.abort()
  })

  return {
    /** What was rendered last; null: nothing yet. */
    rendered,
    /** Whether its images were asked for: then those that are blocked could not be loaded. */
    withImages,
    /** Why the mail as it is now could not be rendered. */
    problem,
    render,
  }
}
