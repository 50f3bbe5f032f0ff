import { hashOf } from '../../../../core/database/hash'
import { TextHeap } from '../../../../core/index/text-heap'
import { keyed, numberKey, radixSort } from '../../../../core/index/radix'
import { RowChains } from '../../../../core/database/row-chains'
import type { Session, Steps } from '../../../../core/database/session'
import { emailsByRow } from './contact-column'
import { folded } from './texts'

/** Rows read between two pauses: about 3 ms. */
const slice = 2000

/**
 * The rows of contacts whose newest verdict is from before an instant, or who have none: the latter first, then the oldest.
 * Both tables are read once from end to end. Looking up each of a million addresses would jump about in the ledger;
 * instead they are gathered in memory (about 45 bytes each, for as long as it takes).
 */
export function* notCheckedSince(session: Session, before: number): Steps<Int32Array> {
  const texts = new TextHeap()
  const places = new RowChains()
  const rows: number[] = [0]
  const people = emailsByRow(session)
  for (let last = 0; ;) {
    const found = session.read(() => people.all(last, slice))
    for (const [row, email] of found) {
      last = row
      const text = folded(email)
      const bytes = Buffer.from(text, 'utf8')
      places.add(hashOf(text), texts.append(bytes, bytes.length))
      rows.push(row)
    }
    if (found.length < slice) break
    yield
  }

  const newest = new Float64Array(rows.length)
  const verdicts = session.tuples<[string, number, number], [string, number]>(
    'SELECT email, at FROM verdict WHERE (email, at) > (?, ?) ORDER BY email, at LIMIT ?',
  )
  for (let [email, at] = ['', -1]; ;) {
    const found = session.read(() => verdicts.all(email, at, slice))
    for (const [index, verdict] of found.entries()) {
      ;[email, at] = verdict
      // The newest of an address is the last of its verdicts; what follows in the next slice overwrites it.
      if (found[index + 1]?.[0] === email) continue
      const bytes = Buffer.from(email, 'utf8')
      for (const place of places.rows(hashOf(email))) {
        if (texts.equals(place, bytes, bytes.length)) newest[place] = at
      }
    }
    if (found.length < slice) break
    yield
  }

  const work = keyed(rows.length - 1)
  let count = 0
  for (let place = 1; place < rows.length; place += 1) {
    const at = newest[place] ?? 0
    if (at >= before) continue
    work.items[count] = rows[place] ?? 0
    numberKey(at, false, work, count)
    count += 1
  }
  const { items } = radixSort(work, keyed(rows.length - 1), count)
  return Int32Array.from(items.subarray(0, count))
}
