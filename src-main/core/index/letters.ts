import { intsWithRoom } from './growth'

const digitBits = 26

/** The bit of a byte: a letter has one of its own, two digits share one, other bytes have none (0). */
export function letterOf(byte: number): number {
  if (byte >= 97 && byte <= 122) return 1 << (byte - 97)
  if (byte >= 48 && byte <= 57) return 1 << (digitBits + ((byte - 48) >>> 1))
  return 0
}

/** Whether the bit of {@link letterOf} stands for one byte only. */
export function isExact(letter: number): boolean {
  return letter > 0 && letter < 1 << digitBits
}

const ofByte = Int32Array.from({ length: 256 }, (_, byte) => letterOf(byte))

/**
 * Which letters each text of a heap has: what makes a search for one letter, which most texts have, quick. Made
 * when the first such search comes.
 */
export class Letters {
  sets: Uint32Array = new Uint32Array(0)
  private known = 0

  /** Takes in what the heap has gained. */
  update({ bytes, ends, count }: { bytes: Buffer; ends: Uint32Array; count: number }): void {
    this.sets = intsWithRoom(this.sets, count + 1)
    while (this.known < count) {
      let set = 0
      const end = ends[this.known + 1] ?? 0
      for (let at = (ends[this.known] ?? 0) + 1; at < end; at++) set |= ofByte[bytes[at] ?? 0] ?? 0
      this.sets[++this.known] = set
    }
  }
}
