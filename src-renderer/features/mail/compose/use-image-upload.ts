import { SerialQueue } from '../../../../src-shared/serial-queue'
import { onScopeDispose, shallowRef } from 'vue'
import type { UploadedImage } from '../../../../src-shared/bridge/images'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { uploadFile, useDrop } from '../../imports'

/** Images on their way to the service, one after the other. `takesDrops`: what is dropped on the window is one. */
export function useImageUpload(options: { takesDrops: boolean; kept: (image: UploadedImage) => void }) {
  const bridge = useBridge()
  /** The name of the file that is on its way, '' while that is not known; null: none is. */
  const coming = shallowRef<string | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const leaving = new AbortController()
  const line = new SerialQueue()

  function take(name: string, call: () => Promise<UploadedImage | null>): void {
    void line.run(async () => {
      if (leaving.signal.aborted) return
      problem.value = null
      coming.value = name
      try {
        const image = await call()
        if (image && !leaving.signal.aborted) options.kept(image)
      } catch (error) {
        if (!leaving.signal.aborted) problem.value = problemOf(error)
      } finally {
        coming.value = null
      }
    })
  }

  const addToken = (token: string, name: string) => take(name, () => bridge.images.upload({ token }))
  const addFile = (file: File) =>
    take(file.name, async () => {
      const token = await uploadFile(file, { progress: () => undefined, signal: leaving.signal })
      return bridge.images.upload({ token })
    })
  const choose = () => take('', async () => (await bridge.images.choose()).image)
  if (options.takesDrops) useDrop({ several: true, file: addFile, token: addToken, text: () => undefined })
  onScopeDispose(() => leaving.abort())

  return { coming, problem, addFile, choose }
}
