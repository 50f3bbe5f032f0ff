const pageLength = 100
/** A loop that latency alone holds up is as fast after a while as at its end. */
const longestMs = 20_000

/** Records a second of a loop that fetches the pages of a list and parses them, so many at once, and keeps nothing. */
export async function readBare(url: string, count: number, atOnce: number): Promise<number> {
  const began = performance.now()
  let next = 0
  let read = 0
  const stream = async () => {
    while (next < count && performance.now() - began < longestMs) {
      const body = JSON.stringify({ workspaceId: 'wsp_bench', skip: next, limit: pageLength })
      next += pageLength
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${url}/v1/list-records`, { method: 'POST', headers, body })
      const { items } = JSON.parse(await answer.text()) as { items: unknown[] }
      read += items.length
    }
  }
  await Promise.all(Array.from({ length: atOnce }, stream))
  return (read * 1000) / (performance.now() - began)
}
