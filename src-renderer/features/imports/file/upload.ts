import { t } from '../../../../src-shared/messages/message'
import { z } from 'zod'
import { ProblemError, type Problem } from '../../../../src-shared/problem'
import { bearerOfTab } from '../../../transport/session'
import { parsedJson } from '../../../../src-shared/parsed-json'

const takenSchema = z.object({ token: z.string().min(1) })
const refusedSchema = z.object({
  title: z.string(),
  why: z.string().optional(),
  action: z.string().optional(),
})

const broken: Problem = {
  code: 'file_unreadable',
  title: t('imports.upload.theFileDidNot'),
  why: t('imports.upload.theConnectionToPostroom'),
  action: t('words.chooseTheFileAgain'),
  retryable: true,
}

/** Why an upload was refused, from the host's answer. */
export function refusedUpload(body: string): Problem {
  const said = refusedSchema.safeParse(parsedJson(body))
  if (!said.success) return broken
  const {
    title,
    why = t('imports.upload.postroomDidNotTake'),
    action = t('imports.upload.reloadThePageThen'),
  } = said.data
  return { code: 'file_unreadable', title, why, action, retryable: true }
}

/** Sends a file to the browser host (`POST /upload`) for a token that opens it once; XMLHttpRequest tells how much was sent. */
export function uploadFile(
  file: File,
  watch: { progress: (sent: number, total: number) => void; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/upload')
    request.setRequestHeader('authorization', `Bearer ${bearerOfTab() ?? ''}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name.slice(0, 255)))
    request.upload.addEventListener('progress', (event) => watch.progress(event.loaded, file.size))
    request.addEventListener('error', () => reject(new ProblemError(broken)))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    request.addEventListener('load', () => {
      const taken = takenSchema.safeParse(parsedJson(request.responseText))
      if (request.status === 200 && taken.success) resolve(taken.data.token)
      else reject(new ProblemError(refusedUpload(request.responseText)))
    })
    watch.signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
