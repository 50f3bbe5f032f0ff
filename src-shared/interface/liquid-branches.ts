import { liquidTokens } from './liquid-tokens'

/** A part of a template that is shown where a condition holds, and the blocks in it. */
interface LiquidBranch {
  start: number
  end: number
  blocks: Block[]
}

/** A tag with branches. `closed`: one of them is shown whatever holds. */
interface Block {
  tag: string
  branches: LiquidBranch[]
  closed: boolean
}

const opening = /^(if|unless|case|for|tablerow)\b/
const next = /^(?:elsif|elseif|when|else)\b/
/** What everybody has: a condition that asks for it alone holds for all. */
const always = /^if\s+(?:(?:data\.)?(?:unsubscribeUrl|manageUrl|subscribeUrl|email|id)|true)$/

/** Whether everybody is shown at least one of these places of a template in Liquid, whatever its conditions come to. */
export function isShownToAll(template: string, places: readonly number[]): boolean {
  return reaches(branchesOf(template), places)
}

function reaches({ start, end, blocks }: LiquidBranch, places: readonly number[]): boolean {
  const here = places.filter((at) => at >= start && at < end)
  if (here.length === 0) return false
  const inBlocks = (at: number) =>
    blocks.some(({ branches }) => branches.some((branch) => at >= branch.start && at < branch.end))
  if (here.some((at) => !inBlocks(at))) return true
  return blocks.some(({ closed, branches }) => closed && branches.every((branch) => reaches(branch, here)))
}

function branchesOf(template: string): LiquidBranch {
  const root: LiquidBranch = { start: 0, end: template.length, blocks: [] }
  const open: Block[] = []
  for (const { kind, inner, start, end } of liquidTokens(template)) {
    if (kind !== 'tag') continue
    const last = open.at(-1)
    const tag = opening.exec(inner)?.[1]
    if (tag !== undefined) {
      // What stands between `case` and its first `when` is shown to nobody.
      const branches: LiquidBranch[] =
        tag === 'case' ? [] : [{ start: end, end: template.length, blocks: [] }]
      const block: Block = { tag, branches, closed: always.test(inner) }
      const around = last?.branches.at(-1) ?? root
      around.blocks.push(block)
      open.push(block)
    } else if (last !== undefined && next.test(inner)) {
      endBranch(last, start)
      last.branches.push({ start: end, end: template.length, blocks: [] })
      if (inner.startsWith('else') && !/^els(?:e)?if/.test(inner)) last.closed = true
    } else if (last !== undefined && inner.startsWith(`end${last.tag}`)) {
      endBranch(last, start)
      open.pop()
    }
  }
  return root
}

function endBranch({ branches }: Block, end: number): void {
  const branch = branches.at(-1)
  if (branch !== undefined) branch.end = end
}
