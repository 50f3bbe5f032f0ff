import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, watch } from 'vue'
import type { Mail, RenderAs } from '../../../../src-shared/bridge/review'
import type { MailProgram } from '../../../../src-shared/bridge/rendered-mail'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'

/** Milliseconds of rest before a mail that is being written is rendered anew. */
const rest = 250

/** A mail as somebody receives it, rendered anew when the mail or the person changes. The last question's answer counts. */
export function useRenderedMail(of: {
  mail: () => Mail
  as: () => RenderAs
  images: () => boolean
  dark: () => boolean | 'kept' | 'turned'
  /** The program that shows it; null: one that shows all. */
  program: () => MailProgram | null
}) {
  const bridge = useBridge()
  const { answer, problem, load } = useAnswer({
    async ask(signal) {
      const images = of.images()
      const asked = {
        mail: of.mail(),
        as: of.as(),
        marks: true,
        images,
        dark: of.dark(),
        program: of.program() ?? undefined,
      }
      return { mail: await bridge.review.render(asked, { signal }), images }
    },
    changes: () => JSON.stringify([of.as(), of.images(), of.dark(), of.program()]),
  })
  let left = false

  async function render(): Promise<void> {
    // What was typed last may be due after its page was left.
    if (!left) await load()
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
  onScopeDispose(() => (left = true))

  return {
    rendered: computed(() => answer.value?.mail ?? null),
    /** Whether its images were asked for: then those that are blocked could not be loaded. */
    withImages: computed(() => answer.value?.images ?? false),
    problem,
    render,
  }
}
