import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping'
import { z } from 'zod'
import type { Covered } from './covered'

const range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })
const script = z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(range) })) })
const mapOf = z.looseObject({
  version: z.literal(3),
  mappings: z.string(),
  names: z.array(z.string()).default([]),
  sources: z.array(z.string().nullable()),
  sourceRoot: z.string().nullish(),
})
const cached = z.object({ lineLengths: z.array(z.number()), data: mapOf.nullable() })
// Most of a dump is of Node's own scripts: only what is of the project is looked at closely.
const dump = z.object({
  result: z.array(z.looseObject({ url: z.string() })),
  'source-map-cache': z.record(z.string(), z.unknown()).optional(),
})

type Script = z.infer<typeof script>
type Range = z.infer<typeof range>

/** A piece of a script that runs: from which offset it stands, and the place that it came from. */
interface Piece {
  offset: number
  place: number
}

/** Reads what V8 wrote of processes and pages, and notes at which places of the sources something ran. */
export class Dumps {
  readonly #pieces = new Map<string, Piece[]>()

  /** `pages`: the folder of which the browser host serves scripts. */
  constructor(
    private readonly covered: Covered,
    private readonly pages: string,
  ) {}

  /** Reads one file of coverage, of a process or of a page. */
  read(file: string): void {
    const { result, 'source-map-cache': maps = {} } = dump.parse(JSON.parse(readFileSync(file, 'utf8')))
    for (const one of result) {
      if (!one.url.startsWith('http') && !(one.url in maps)) continue
      const pieces = this.#piecesOf(one.url, maps[one.url])
      if (pieces.length > 0) this.#note(script.parse(one), pieces)
    }
  }

  #note({ functions }: Script, pieces: Piece[]): void {
    const counts = countsAt(
      pieces.map(({ offset }) => offset),
      functions.flatMap(({ ranges }) => ranges),
    )
    for (const [at, { place }] of pieces.entries()) if ((counts[at] ?? 0) > 0) this.covered.ranAt(place)
  }

  #piecesOf(url: string, known: unknown): Piece[] {
    const name = url.startsWith('http') ? new URL(url).pathname : url
    const before = this.#pieces.get(name)
    if (before) return before
    const pieces = url.startsWith('http') ? this.#ofPage(name) : this.#ofProcess(name, known)
    this.#pieces.set(name, pieces)
    return pieces
  }

  #ofPage(name: string): Piece[] {
    const file = path.join(this.pages, name)
    // What the build itself made, as the script that comes first, is of no source.
    if (!existsSync(`${file}.map`)) return []
    const lengths = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.length)
    return this.#piecesBy(mapOf.parse(JSON.parse(readFileSync(`${file}.map`, 'utf8'))), file, lengths)
  }

  #ofProcess(url: string, known: unknown): Piece[] {
    const { data, lineLengths } = cached.parse(known)
    return data && url.startsWith('file:') ? this.#piecesBy(data, fileURLToPath(url), lineLengths) : []
  }

  #piecesBy(map: z.infer<typeof mapOf>, file: string, lineLengths: readonly number[]): Piece[] {
    const trace = new TraceMap({ ...map, sourceRoot: map.sourceRoot ?? undefined }, file)
    const sources = trace.resolvedSources.map((source) => source?.replace(/^file:\/\//, ''))
    const pieces: Piece[] = []
    let start = 0
    for (const [line, segments] of decodedMappings(trace).entries()) {
      for (const segment of segments) {
        const source = segment.length === 1 ? null : sources[segment[1]]
        if (segment.length === 1 || !source || source.includes('node_modules')) continue
        const place = this.covered.place(source, { line: segment[2] + 1, column: segment[3] })
        if (place !== null) pieces.push({ offset: start + segment[0], place })
      }
      start += (lineLengths[line] ?? 0) + 1
    }
    return pieces
  }
}

/** How often what stands at each of these ascending offsets ran: what the innermost range around it says. */
function countsAt(offsets: readonly number[], ranges: Range[]): number[] {
  // Those that begin first come first, of those the longest: the last one that is still open is the innermost.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const open: Range[] = []
  let next = 0
  return offsets.map((offset) => {
    for (let range = ranges[next]; range && range.startOffset <= offset; range = ranges[(next += 1)])
      open.push(range)
    while (open.length > 0 && open[open.length - 1]!.endOffset <= offset) open.pop()
    return open[open.length - 1]?.count ?? 0
  })
}
