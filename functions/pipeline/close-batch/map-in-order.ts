/** What `work` makes of each item, in the order of the items, with `ahead` of them under way at once. */
export const mapInOrder = async function* <In, Out>(
  items: AsyncIterable<In>,
  ahead: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const under: Promise<Out>[] = []
  for await (const item of items) {
    const begun = work(item)
    // Heard when its turn comes; until then it must not count as unheard.
    begun.catch(() => {})
    under.push(begun)
    if (under.length >= ahead) yield await (under.shift() as Promise<Out>)
  }
  for (const begun of under) yield await begun
}
