import { describe, expect, it } from 'vitest'
import { type Drawing, type GraphStep, size } from '../../../../src-renderer/features/workflows/graph/graph'
import { layOut } from '../../../../src-renderer/features/workflows/graph/layout'
import { boxTowards } from '../../../../src-renderer/features/workflows/graph/walk'

type Way = [to: string, branch?: string]

function step(id: string, ways: Way[] = [], more: Partial<GraphStep> = {}): GraphStep {
  return {
    id,
    type: id === 'start' ? 'TRIGGER' : 'DELAY',
    position: null,
    ways: ways.map(([to, branch = '']) => ({ to, branch })),
    ...more,
  }
}

function boxOf(drawing: Drawing, id: string) {
  const found = drawing.boxes.find((box) => box.id === id)
  if (!found) throw new Error(`${id} is not drawn`)
  return found
}

function overlapping(drawing: Drawing): string[] {
  return drawing.boxes.flatMap((one, index) =>
    drawing.boxes
      .slice(index + 1)
      .filter((other) => Math.abs(one.x - other.x) < size.width && Math.abs(one.y - other.y) < size.height)
      .map((other) => `${one.id} and ${other.id}`),
  )
}

describe('a workflow without positions', () => {
  it('goes from above to below', () => {
    const drawing = layOut([step('start', [['mail']]), step('mail', [['end']]), step('end')])
    const [first, second, third] = ['start', 'mail', 'end'].map((id) => boxOf(drawing, id).y)
    expect([first, second, third]).toEqual([...new Set([first, second, third])].sort((a = 0, b = 0) => a - b))
    expect(drawing.edges.map(({ from, to, back }) => [from, to, back])).toEqual([
      ['start', 'mail', false],
      ['mail', 'end', false],
    ])
  })

  it('puts the branches of a question side by side, and what joins them beneath both', () => {
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
    expect(boxOf(drawing, 'a').y).toBe(boxOf(drawing, 'b').y)
    expect(boxOf(drawing, 'end').y).toBeGreaterThan(boxOf(drawing, 'a').y)
    expect(
      drawing.edges
        .filter(({ from }) => from === 'ask')
        .map(({ branch }) => branch)
        .sort(),
    ).toEqual(['no', 'yes'])
    expect(overlapping(drawing)).toEqual([])
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
    const points = [...(past?.path ?? '').matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    }))
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

  it('leads back around every box, and its label stands clear of them', () => {
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
    const points = [...(back?.path ?? '').matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    }))
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
    expect([...points, ...between, back?.label ?? { x: 0, y: 0 }].flatMap(inside)).toEqual([])
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

describe('positions', () => {
  const at = (x: number, y: number) => ({ position: { x, y } })

  it('are kept where they make a drawing', () => {
    const drawing = layOut([step('start', [['end']], at(400, 100)), step('end', [], at(100, 300))])
    expect(boxOf(drawing, 'start')).toMatchObject({ x: 300, y: 0 })
    expect(boxOf(drawing, 'end')).toMatchObject({ x: 0, y: 200 })
  })

  it('are not kept where boxes would lie over one another', () => {
    const drawing = layOut([step('start', [['end']], at(0, 0)), step('end', [], at(10, 10))])
    expect(overlapping(drawing)).toEqual([])
  })

  it('are not kept where a way would run through a step', () => {
    const drawing = layOut([
      step('start', [['ask']], at(0, 0)),
      step(
        'ask',
        [
          ['a', 'yes'],
          ['b', 'no'],
        ],
        at(0, 120),
      ),
      step('a', [], at(0, 240)),
      step('b', [], at(0, 360)),
    ])
    expect(boxOf(drawing, 'a').y).toBe(boxOf(drawing, 'b').y)
  })

  it.each([
    ['one is missing', null],
    ['one is no number', { x: Number.NaN, y: 0 }],
    ['one is far away', { x: 1e9, y: 0 }],
  ])('are not kept where %s', (_, position) => {
    const drawing = layOut([step('start', [['end']], at(0, 0)), step('end', [], { position })])
    expect(boxOf(drawing, 'end').y).toBeGreaterThan(boxOf(drawing, 'start').y)
    expect(drawing.width).toBeLessThan(2000)
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

  it('that branch like a tree keep each branch beneath its question', () => {
    const steps = Array.from({ length: 60 }, (_, index) =>
      step(index === 0 ? 'start' : `s${index}`, [
        [`s${index * 2 + 1}`, 'yes'],
        [`s${index * 2 + 2}`, 'no'],
      ]),
    )
    const drawing = layOut(steps)
    for (const one of drawing.edges) {
      for (const other of drawing.edges) {
        const sameHeights = boxOf(drawing, one.from).y === boxOf(drawing, other.from).y
        if (!sameHeights || boxOf(drawing, one.from).x >= boxOf(drawing, other.from).x) continue
        expect(boxOf(drawing, one.to).x).toBeLessThan(boxOf(drawing, other.to).x)
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
    ['start', 'ArrowDown', 'ask'],
    ['ask', 'ArrowUp', 'start'],
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowLeft', 'a'],
    ['b', 'Home', 'start'],
    ['start', 'ArrowUp', null],
    ['b', 'ArrowRight', null],
    ['b', 'x', null],
  ])('lead from %s with %s to %s', (from, key, to) => {
    expect(boxTowards(drawing, from, key)).toBe(to)
  })
})
