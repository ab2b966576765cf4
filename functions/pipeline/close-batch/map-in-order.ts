/** Applies `work` to each item, `ahead` of them concurrently, and yields the results in the order of the items. */
export const mapInOrder = async function* <In, Out>(
  items: AsyncIterable<In>,
  ahead: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const running: Promise<Out>[] = []
  for await (const item of items) {
    const pending = work(item)
    // A rejection is handled when its turn comes. Until then Node must not report it as unhandled.
    pending.catch(() => {})
    running.push(pending)
    if (running.length >= ahead) yield await (running.shift() as Promise<Out>)
  }
  for (const pending of running) yield await pending
}
