import type { Contact } from '../../src-shared/interface/contact'
import type { Scene } from './scene'
import type { Changes } from './story'

/** Somebody else who works on the audience at the same time, by the service's own interface. */
export class Strangers {
  /** Whom they touched: of these the copy may hold what was so before. */
  readonly touched = new Set<string>()
  /** Whom they deleted. */
  readonly deleted = new Set<string>()
  /** Whom they made, by address. */
  readonly made: string[] = []
  private count = 0

  constructor(
    private readonly scene: Scene,
    private readonly changes: Changes,
    /** Whom they may change and delete. */
    private readonly people: Contact[],
  ) {}

  /** Makes somebody new. */
  async create(): Promise<void> {
    this.count += 1
    const email = `stranger${this.count}@example.org`
    this.made.push(email)
    this.changes.created += 1
    await this.scene.service.ask('/contacts', 'POST', { email, data: { met: this.count } })
  }

  /** Writes a key of their own into somebody's data: nothing else of them changes. */
  async change(): Promise<void> {
    const found = this.anybody()
    if (!found) return
    this.count += 1
    this.changes.changed += 1
    this.touched.add(found.id)
    await this.scene.service.ask(`/contacts/${found.id}`, 'PATCH', { data: { met: this.count } })
  }

  async remove(): Promise<void> {
    const found = this.anybody()
    if (!found) return
    this.changes.deleted += 1
    this.touched.add(found.id)
    this.deleted.add(found.id)
    this.people.splice(this.people.indexOf(found), 1)
    await this.scene.service.ask(`/contacts/${found.id}`, 'DELETE')
  }

  /** Something happens to somebody. */
  async track(): Promise<void> {
    const found = this.anybody()
    if (!found) return
    this.count += 1
    this.changes.created += 1
    this.touched.add(found.id)
    await this.scene.service.ask('/v1/track', 'POST', { email: found.email, event: `met_${this.count}` })
  }

  /** One of these, as it falls. */
  async any(...deeds: ('create' | 'change' | 'remove' | 'track')[]): Promise<void> {
    const deed = deeds[this.scene.draw(deeds.length)] ?? 'change'
    await this[deed]()
  }

  private anybody(): Contact | undefined {
    return this.people[this.scene.draw(Math.max(1, this.people.length))]
  }
}
