import { describe, expect, it } from 'vitest'
import { type Drawing, type GraphStep, size } from '../../../../src-renderer/features/workflows/graph/graph'
import { layOut } from '../../../../src-renderer/features/workflows/graph/layout'
import { boxTowards } from '../../../../src-renderer/features/workflows/graph/walk'

type Way = [to: string, branch?: string]

function step(id: string, ways: Way[] = [], more: Partial<GraphStep> = {}): GraphStep {
  return {
    id,
    type: id === 'start' ? 'TRIGGER' : 'DELAY',
    ways: ways.map(([to, branch = '']) => ({ to, branch })),
    ...more,
  }
}

function boxOf(drawing: Drawing, id: string) {
  const found = drawing.boxes.find((box) => box.id === id)
  if (!found) throw new Error(`${id} is not drawn`)
  return found
}

/** The corners of a path of straight lines. */
function pointsOf(path: string): { x: number; y: number }[] {
  let at = { x: 0, y: 0 }
  return [...path.matchAll(/([MHV])(-?[\d.]+)(?:,(-?[\d.]+))?/g)].map(([, kind, one, other]) => {
    if (kind === 'M') at = { x: Number(one), y: Number(other) }
    else at = kind === 'H' ? { ...at, x: Number(one) } : { ...at, y: Number(one) }
    return at
  })
}

function overlapping(drawing: Drawing): string[] {
  return drawing.boxes.flatMap((one, index) =>
    drawing.boxes
      .slice(index + 1)
      .filter((other) => Math.abs(one.x - other.x) < size.width && Math.abs(one.y - other.y) < size.height)
      .map((other) => `${one.id} and ${other.id}`),
  )
}

describe('a workflow', () => {
  it('goes from left to right', () => {
    const drawing = layOut([step('start', [['mail']]), step('mail', [['end']]), step('end')])
    const [first, second, third] = ['start', 'mail', 'end'].map((id) => boxOf(drawing, id).x)
    expect([first, second, third]).toEqual([...new Set([first, second, third])].sort((a = 0, b = 0) => a - b))
    expect(drawing.edges.map(({ from, to, back }) => [from, to, back])).toEqual([
      ['start', 'mail', false],
      ['mail', 'end', false],
    ])
  })

  it('puts the branches of a question under one another, and what joins them after both', () => {
    const drawing = layOut([
      step('start', [['ask']]),
      step('ask', [
        ['a', 'yes'],
        ['b', 'no'],
      ]),
      step('a', [['end']]),
      step('b', [['end']]),
      step('end'),
    ])
    expect(boxOf(drawing, 'a').x).toBe(boxOf(drawing, 'b').x)
    expect(boxOf(drawing, 'a').y).toBeLessThan(boxOf(drawing, 'b').y)
    expect(boxOf(drawing, 'end').x).toBeGreaterThan(boxOf(drawing, 'a').x)
    expect(
      drawing.edges
        .filter(({ from }) => from === 'ask')
        .map(({ branch }) => branch)
        .sort(),
    ).toEqual(['no', 'yes'])
    expect(overlapping(drawing)).toEqual([])
  })

  it('puts the two ends of a question over and under it, unless steps are written', () => {
    const steps = [
      step('start', [['ask']]),
      step('ask', [
        ['a', 'yes'],
        ['b', 'no'],
      ]),
      step('a'),
      step('b'),
    ]
    const drawing = layOut(steps)
    expect(['a', 'ask', 'b'].map((id) => boxOf(drawing, id).x)).toEqual(
      Array(3).fill(boxOf(drawing, 'ask').x),
    )
    expect(boxOf(drawing, 'a').y).toBeLessThan(boxOf(drawing, 'ask').y)
    expect(boxOf(drawing, 'b').y).toBeGreaterThan(boxOf(drawing, 'ask').y)
    const written = layOut(steps, false)
    expect(boxOf(written, 'a').x).toBeGreaterThan(boxOf(written, 'ask').x)
  })

  it('keeps room for what stands above a box', () => {
    const drawing = layOut([step('start', [['end']], { captionWidth: 300 }), step('end')])
    expect(boxOf(drawing, 'end').x - boxOf(drawing, 'start').x).toBeGreaterThan(300)
  })

  it('leads a way past the layers that it skips without running through a box', () => {
    const drawing = layOut([
      step('start', [['ask']]),
      step('ask', [
        ['long', 'no'],
        ['end', 'yes'],
      ]),
      step('long', [['longer']]),
      step('longer', [['end']]),
      step('end'),
    ])
    const past = drawing.edges.find(({ from, to }) => from === 'ask' && to === 'end')
    const points = pointsOf(past?.path ?? '')
    for (const id of ['long', 'longer']) {
      const box = boxOf(drawing, id)
      const inside = points.filter(
        ({ x, y }) => x > box.x && x < box.x + size.width && y > box.y && y < box.y + size.height,
      )
      expect(inside).toEqual([])
    }
  })
})

describe('a loop', () => {
  it('is drawn as a way back, and every step once', () => {
    const drawing = layOut([
      step('start', [['wait']]),
      step('wait', [['ask']]),
      step('ask', [
        ['end', 'yes'],
        ['wait', 'no'],
      ]),
      step('end'),
    ])
    expect(drawing.boxes).toHaveLength(4)
    expect(drawing.edges.filter(({ back }) => back).map(({ from, to }) => [from, to])).toEqual([
      ['ask', 'wait'],
    ])
    expect(overlapping(drawing)).toEqual([])
  })

  it('leads back around every box', () => {
    const drawing = layOut([
      step('start', [['ask']]),
      step('ask', [
        ['left', 'yes'],
        ['right', 'no'],
      ]),
      step('left', [['ask', 'timeout']]),
      step('right', [['end']]),
      step('end'),
    ])
    const back = drawing.edges.find((edge) => edge.back)
    const points = pointsOf(back?.path ?? '')
    const inside = ({ x, y }: { x: number; y: number }) =>
      drawing.boxes.filter(
        (box) => x > box.x && x < box.x + size.width && y > box.y && y < box.y + size.height,
      )
    const between = points.slice(1).flatMap((point, index) => {
      const before = points[index] ?? point
      return [0.25, 0.5, 0.75].map((part) => ({
        x: before.x + (point.x - before.x) * part,
        y: before.y + (point.y - before.y) * part,
      }))
    })
    expect(points.length).toBeGreaterThan(4)
    expect(Math.max(...points.map(({ y }) => y))).toBeLessThan(drawing.height)
    expect([...points, ...between].flatMap(inside)).toEqual([])
  })

  it('of a step to itself is drawn too', () => {
    const drawing = layOut([step('start', [['again']]), step('again', [['again']])])
    expect(drawing.edges.filter(({ back }) => back)).toHaveLength(1)
  })

  it('that is all there is still begins somewhere', () => {
    const drawing = layOut([step('a', [['b']]), step('b', [['a']])])
    expect(drawing.boxes).toHaveLength(2)
    expect(drawing.edges).toHaveLength(2)
    expect(drawing.unreachableFrom).toBeNull()
  })
})

describe('steps that nothing leads to', () => {
  it('stand beneath the others, which say from where', () => {
    const drawing = layOut([step('start', [['end']]), step('end'), step('lost', [['gone']]), step('gone')])
    expect(drawing.unreachableFrom).not.toBeNull()
    expect(boxOf(drawing, 'lost').y).toBeGreaterThanOrEqual(drawing.unreachableFrom ?? 0)
    expect(boxOf(drawing, 'end').y).toBeLessThan(drawing.unreachableFrom ?? 0)
  })

  it('may lead into the others', () => {
    const drawing = layOut([step('start', [['end']]), step('end'), step('lost', [['end']])])
    expect(drawing.edges).toHaveLength(2)
  })

  it('and go in a circle are drawn', () => {
    const drawing = layOut([step('start'), step('a', [['b']]), step('b', [['a']])])
    expect(drawing.boxes).toHaveLength(3)
    expect(overlapping(drawing)).toEqual([])
  })
})

describe('ways', () => {
  it('to a step that is not there are left out', () => {
    expect(layOut([step('start', [['nowhere']])]).edges).toEqual([])
  })

  it('of the same kind between two steps are drawn once', () => {
    expect(layOut([step('start', [['end'], ['end']]), step('end')]).edges).toHaveLength(1)
  })
})

describe('large workflows', () => {
  it('of 200 steps with branches are drawn without boxes over one another', () => {
    const steps = Array.from({ length: 200 }, (_, index) =>
      step(index === 0 ? 'start' : `s${index}`, [
        [`s${index * 2 + 1}`, 'yes'],
        [`s${index * 2 + 2}`, 'no'],
        ...(index % 7 === 6 ? [[`s${index - 3}`] as Way] : []),
      ]),
    )
    const drawing = layOut(steps)
    expect(drawing.boxes).toHaveLength(200)
    expect(overlapping(drawing)).toEqual([])
    for (const { x, y } of drawing.boxes) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x + size.width).toBeLessThanOrEqual(drawing.width)
    }
  })

  it('that branch like a tree keep each branch beside its question', () => {
    const steps = Array.from({ length: 60 }, (_, index) =>
      step(index === 0 ? 'start' : `s${index}`, [
        [`s${index * 2 + 1}`, 'yes'],
        [`s${index * 2 + 2}`, 'no'],
      ]),
    )
    const drawing = layOut(steps)
    for (const one of drawing.edges) {
      for (const other of drawing.edges) {
        const sameLayer = boxOf(drawing, one.from).x === boxOf(drawing, other.from).x
        if (!sameLayer || boxOf(drawing, one.from).y >= boxOf(drawing, other.from).y) continue
        expect(boxOf(drawing, one.to).y).toBeLessThan(boxOf(drawing, other.to).y)
      }
    }
  })

  it('that are one long chain are drawn', () => {
    const steps = Array.from({ length: 5000 }, (_, index) =>
      step(index === 0 ? 'start' : `s${index}`, [[`s${index + 1}`]]),
    )
    expect(layOut(steps).boxes).toHaveLength(5000)
  })

  it('without any step are an empty drawing', () => {
    expect(layOut([])).toMatchObject({ boxes: [], edges: [], unreachableFrom: null })
  })
})

describe('arrow keys', () => {
  const drawing = layOut([
    step('start', [['ask']]),
    step('ask', [
      ['a', 'yes'],
      ['b', 'no'],
    ]),
    step('a'),
    step('b'),
  ])

  it.each([
    ['start', 'ArrowRight', 'ask'],
    ['ask', 'ArrowLeft', 'start'],
    ['ask', 'ArrowUp', 'a'],
    ['ask', 'ArrowDown', 'b'],
    ['a', 'ArrowDown', 'ask'],
    ['ask', 'Home', 'start'],
    ['start', 'ArrowLeft', null],
    ['b', 'ArrowRight', null],
    ['b', 'x', null],
  ])('lead from %s with %s to %s', (from, key, to) => {
    expect(boxTowards(drawing, from, key)).toBe(to)
  })
})
