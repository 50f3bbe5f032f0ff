import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { RowSet } from '../../../../core/index/row-set'

/** The bits of a set without the room behind them. Little-endian on every machine that this runs on. */
export function packed({ words }: RowSet): Uint8Array {
  return deflateRawSync(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), { level: 1 })
}

/** The set of such bits. */
export function unpacked(bits: Buffer): RowSet {
  const bytes = inflateRawSync(bits)
  const set = new RowSet(0)
  set.words = new Uint32Array(bytes.length >>> 2)
  new Uint8Array(set.words.buffer).set(bytes.subarray(0, set.words.byteLength))
  return set
}
