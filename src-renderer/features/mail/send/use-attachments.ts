import { t } from '../../../../src-shared/messages/message'
import { SerialQueue } from '../../../../src-shared/serial-queue'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Attachment } from '../../../../src-shared/bridge/send'
import { limits } from '../../../../src-shared/interface/limits'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { type Arrival, uploadFile, useDrop } from '../../imports'

/**
 * The files that go along with a mail: chosen, dropped or uploaded one after the other, within the service's limits.
 * In one piece: every call keeps the same files within the same limits.
 */
export function useAttachments() {
  const bridge = useBridge()
  const files = shallowRef<readonly Attachment[]>([])
  const arrival = shallowRef<Arrival | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const leaving = new AbortController()
  const line = new SerialQueue()

  const bytes = computed(() => files.value.reduce((sum, file) => sum + file.bytes, 0))
  const full = computed(() => files.value.length >= limits.attachments.count)

  /** What comes at once is taken one after the other, so that the limits hold for all of it. */
  function take(name: string, call: () => Promise<Attachment | null>): void {
    void line.run(async () => {
      if (leaving.signal.aborted) return
      problem.value = null
      arrival.value = { name, sent: 0, total: 0 }
      try {
        const file = await call()
        if (file) await add(file)
      } catch (error) {
        if (!leaving.signal.aborted) problem.value = problemOf(error)
      } finally {
        arrival.value = null
      }
    })
  }

  async function add(file: Attachment): Promise<void> {
    const tooMany = files.value.length + 1 > limits.attachments.count
    if (tooMany || bytes.value + file.bytes > limits.attachments.bytes) {
      await bridge.send.letGo({ attachmentId: file.attachmentId })
      problem.value = beyond(file.name, tooMany)
    } else files.value = [...files.value, file]
  }

  const addToken = (token: string, name: string) => take(name, () => bridge.send.attach({ token }))
  const addFile = (file: File) =>
    take(file.name, async () => {
      if (file.size > limits.attachments.bytes) {
        problem.value = beyond(file.name, false)
        return null
      }
      const progress = (sent: number) => (arrival.value = { name: file.name, sent, total: file.size })
      const token = await uploadFile(file, { progress, signal: leaving.signal })
      return bridge.send.attach({ token })
    })
  const { over } = useDrop({ several: true, file: addFile, token: addToken, text: () => undefined })

  async function letGo(gone: readonly Attachment[]): Promise<void> {
    files.value = files.value.filter((file) => !gone.includes(file))
    problem.value = null
    try {
      for (const { attachmentId } of gone) await bridge.send.letGo({ attachmentId })
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  onScopeDispose(() => {
    leaving.abort()
    void letGo(files.value)
  })

  return {
    files,
    bytes,
    full,
    arrival,
    problem,
    over,
    choose: () => take('', async () => (await bridge.send.choose()).attachment),
    addFile,
    remove: (file: Attachment) => letGo([file]),
    clear: () => letGo(files.value),
  }
}

/** What {@link useAttachments} answers. */
export type OpenAttachments = ReturnType<typeof useAttachments>

function beyond(name: string, tooMany: boolean): Problem {
  return {
    code: 'input_invalid',
    title: t('mail.useAttachments.nameDoesNotFit', { name }),
    why: tooMany
      ? t('mail.useAttachments.aMailTakesCount', { count: limits.attachments.count })
      : t('mail.useAttachments.theFilesOfA'),
    action: t('mail.useAttachments.takeAnotherFileOut'),
    retryable: false,
  }
}
