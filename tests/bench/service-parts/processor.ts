import { readFileSync } from 'node:fs'

/** Seconds of processor time that a process and what it started have taken, also what has ended since. */
export function processorTime(pid: number): number {
  const fieldsOf = (of: string) =>
    readFileSync(`/proc/${of}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
  const [own, ended] = [fieldsOf(String(pid)).slice(11, 13), fieldsOf(String(pid)).slice(13, 15)]
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const under = children.flatMap((each) => fieldsOf(each).slice(11, 13))
  return [...own, ...ended, ...under].reduce((sum, ticks) => sum + ticks, 0) / 100
}
