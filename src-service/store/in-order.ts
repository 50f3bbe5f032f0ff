/** What `work` gives for each of them, one after the other: the next begins when the one before has ended. */
export async function inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let index = 0
  for (const item of items) results.push(await work(item, index++))
  return results
}
