import { domainOf } from '../../../../../src-shared/address/parts'
import { TextHeap } from '../../../../core/index/text-heap'
import { bytesWithRoom, floatsWithRoom, intsWithRoom } from '../../../../core/index/growth'
import type { AddressRow } from './addresses'
import { codeOfClass, type ClassSource } from './classes'
import { BatchCounts, type CountedAddress } from './counts'
import { LowerCase } from './texts'

/**
 * The addresses of one batch in memory, a column each, by position: about 60 bytes an address. What is asked of a batch
 * that is not simply its beginning (search, filters, orders, counts) is answered here in some milliseconds, and a rule
 * that changes costs one pass.
 */
export class BatchColumns {
  /** Addresses in lower case; the index of a text is its position. */
  readonly texts = new TextHeap()
  /** By position: the ground of the verdict, and of the one before it; 0: none. */
  grounds: Uint32Array = new Uint32Array(0)
  was: Uint32Array = new Uint32Array(0)
  /** When the verdict was made; NaN: none. */
  at: Float64Array = new Float64Array(0)
  /** Codes of classes, of the verdict and the one before it. */
  classes: Uint8Array = new Uint8Array(0)
  wasClasses: Uint8Array = new Uint8Array(0)
  /** 1: has a likely correct spelling. */
  suggestions: Uint8Array = new Uint8Array(0)
  /** Codes of domains: places in {@link domainNames}. */
  domains: Uint32Array = new Uint32Array(0)
  readonly domainNames: string[] = []
  /** Counts over all of it. */
  counts = new BatchCounts()
  /** Grows with every change. */
  version = 0
  private readonly domainCodes = new Map<string, number>()
  private ofDomains: (number | null)[] = []
  private ofGrounds = new Map<number, number>()
  private readonly encoder = new LowerCase()
  private readonly scratch: CountedAddress = {
    domain: 0,
    ground: 0,
    class: 0,
    was: 0,
    suggests: false,
    early: false,
  }

  constructor(
    private readonly source: ClassSource,
    /** When the first job of the batch began; null while none did. Verdicts that are there by then are early. */
    public startedAt: number | null,
  ) {}

  /** How many addresses there are. */
  get size(): number {
    return this.texts.count
  }

  /** Makes room for so many addresses at once: growing bit by bit copies everything a dozen times. */
  reserve(size: number): void {
    const room = size + 1
    this.texts.ends = intsWithRoom(this.texts.ends, room)
    this.makeRoom(room)
  }

  /** Adds the next address, or says anew what its verdict is. */
  set([position, email, ground, was, at, suggestion]: AddressRow): void {
    if (position > this.size) this.append(email)
    else this.counts.count(this.counted(position), -1)
    this.grounds[position] = ground ?? 0
    this.was[position] = was ?? 0
    this.at[position] = at ?? NaN
    this.suggestions[position] = suggestion === null ? 0 : 1
    this.derive(position)
    this.counts.count(this.counted(position), 1)
    this.version += 1
  }

  /** The code of a domain in lower case; undefined where no address lies in it. */
  domain(name: string): number | undefined {
    return this.domainCodes.get(name)
  }

  /** Gives every address the class that it has now. */
  rederive(): void {
    this.ofDomains = []
    this.ofGrounds = new Map()
    this.counts = new BatchCounts()
    for (let position = 1; position <= this.size; position += 1) {
      this.derive(position)
      this.counts.count(this.counted(position), 1)
    }
    this.version += 1
  }

  private append(email: string): void {
    const { encoder } = this
    encoder.encode(email)
    const position = this.texts.append(encoder.bytes, encoder.length)
    if (position >= this.domains.length) this.makeRoom(position + 1)
    this.domains[position] = this.intern(domainOf(email))
  }

  private makeRoom(room: number): void {
    this.grounds = intsWithRoom(this.grounds, room)
    this.was = intsWithRoom(this.was, room)
    this.at = floatsWithRoom(this.at, room)
    this.classes = bytesWithRoom(this.classes, room)
    this.wasClasses = bytesWithRoom(this.wasClasses, room)
    this.suggestions = bytesWithRoom(this.suggestions, room)
    this.domains = intsWithRoom(this.domains, room)
  }

  private intern(name: string): number {
    const known = this.domainCodes.get(name)
    if (known !== undefined) return known
    const code = this.domainNames.push(name) - 1
    this.domainCodes.set(name, code)
    return code
  }

  /** One object for all: a million of them are counted in one go. */
  private counted(position: number): CountedAddress {
    const { scratch } = this
    scratch.domain = this.domains[position] ?? 0
    scratch.ground = this.grounds[position] ?? 0
    scratch.class = this.classes[position] ?? 0
    scratch.was = this.wasClasses[position] ?? 0
    scratch.suggests = this.suggestions[position] === 1
    scratch.early = this.startedAt === null || (this.at[position] ?? 0) < this.startedAt
    return scratch
  }

  private derive(position: number): void {
    this.classes[position] = this.codeOf(this.grounds[position] ?? 0, position)
    this.wasClasses[position] = this.codeOf(this.was[position] ?? 0, position)
  }

  private codeOf(ground: number, position: number): number {
    if (ground === 0) return 0
    const domain = this.domains[position] ?? 0
    let given = this.ofDomains[domain]
    if (given === undefined) {
      const name = this.source.ofDomain(this.domainNames[domain] ?? '')
      given = name === null ? null : codeOfClass(name)
      this.ofDomains[domain] = given
    }
    if (given !== null) return given
    let code = this.ofGrounds.get(ground)
    if (code === undefined) this.ofGrounds.set(ground, (code = codeOfClass(this.source.ofGround(ground))))
    return code
  }
}
