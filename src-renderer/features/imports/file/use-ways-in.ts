import { t } from '../../../../src-shared/messages/message'
import { onScopeDispose, shallowRef } from 'vue'
import { mostPasted } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf } from '../../../bridge'
import { formatBytes } from '../../../format'
import { uploadFile } from './upload'

/** What is under way before a file is there. `total` 0: how much there is to send is not known. */
export interface Arrival {
  name: string
  sent: number
  total: number
}

interface FileOpener<Opened> {
  /** Asks with the desktop's dialog; null where it was closed. */
  choose(): Promise<Opened | null>
  open(
    given: { kind: 'file'; token: string } | { kind: 'text'; text: string },
    options: { signal: AbortSignal },
  ): Promise<Opened>
}

/** What came of a file that was given with others. */
export interface OtherFile {
  name: string
  problem: Problem | null
}

/**
 * The ways in for a file. `opened` is called with what was opened; one file at a time. `several`: files that come while one
 * is opened wait their turn; the first that was opened is handed on then, with what came of the others.
 * In one piece: every way waits for the one file under way.
 */
export function useWaysIn<Opened>(
  opener: FileOpener<Opened>,
  opened: (file: Opened, others: readonly OtherFile[]) => void,
  { several = false }: { several?: boolean } = {},
) {
  const arrival = shallowRef<Arrival | null>(null)
  const problem = shallowRef<Problem | null>(null)
  let leaving: AbortController | null = null
  /** Files that wait, and what came of those before them. */
  let waiting: (() => Promise<void>)[] = []
  let first: { name: string; file: Opened } | null = null
  let others: OtherFile[] = []

  async function attempt(name: string, call: (signal: AbortSignal) => Promise<Opened | null>): Promise<void> {
    if (arrival.value) {
      if (several) waiting.push(() => attempt(name, call))
      return
    }
    const mine = new AbortController()
    leaving = mine
    arrival.value = { name, sent: 0, total: 0 }
    problem.value = null
    try {
      const file = await call(mine.signal)
      if (file && !mine.signal.aborted) note(name, file)
    } catch (error) {
      if (mine.signal.aborted) waiting = []
      else refuse(name, problemOf(error))
    } finally {
      arrival.value = null
      leaving = null
    }
    const next = waiting.shift()
    if (next) return next()
    finish()
  }

  function note(name: string, file: Opened): void {
    if (first === null) first = { name, file }
    else others.push({ name, problem: null })
  }

  function refuse(name: string, found: Problem): void {
    problem.value = found
    others.push({ name, problem: found })
  }

  function finish(): void {
    const [found, rest] = [first, others]
    first = null
    others = []
    if (found) opened(found.file, rest)
  }

  const cancel = () => {
    waiting = []
    leaving?.abort()
  }
  onScopeDispose(cancel)

  return {
    arrival,
    problem,
    cancel,
    choose: () => attempt('', () => opener.choose()),
    /** A token of the host's own: a file that was dropped on the desktop's window. */
    openToken: (token: string, name: string) =>
      attempt(name, (signal) => opener.open({ kind: 'file', token }, { signal })),
    /** A file that the browser holds: it is sent to the host first. */
    openFile: (file: File) =>
      attempt(file.name, async (signal) => {
        const progress = (sent: number, total: number) =>
          (arrival.value = { name: file.name, sent: Math.min(sent, total), total })
        const token = await uploadFile(file, { progress, signal })
        arrival.value = { name: file.name, sent: file.size, total: file.size }
        return opener.open({ kind: 'file', token }, { signal })
      }),
    openText(text: string): Promise<void> {
      const bytes = new Blob([text]).size
      if (bytes > mostPasted) {
        problem.value = tooLong(bytes)
        return Promise.resolve()
      }
      return attempt(t('words.pastedRows'), (signal) => opener.open({ kind: 'text', text }, { signal }))
    },
  }
}

/** What {@link useWaysIn} answers. */
export type WaysIn = ReturnType<typeof useWaysIn>

function tooLong(bytes: number): Problem {
  return {
    code: 'input_invalid',
    title: t('imports.useWaysIn.thisIsTooMuch'),
    why: t('imports.useWaysIn.itIsBytesLong', { bytes: formatBytes(bytes), bytes2: formatBytes(mostPasted) }),
    action: t('imports.source.saveItAsA'),
    retryable: false,
  }
}
