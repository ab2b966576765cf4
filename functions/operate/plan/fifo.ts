/** A queue whose first element is taken in constant time. */
export type Fifo<T> = { push(item: T): void; shift(): T | undefined; size(): number }

/** Elements that were taken are dropped so many at a time. */
const CHUNK = 10_000

/** An empty queue. */
export function newFifo<T>(): Fifo<T> {
  const items: T[] = []
  let head = 0
  return {
    push: (item) => void items.push(item),
    shift: () => {
      const item = items[head]
      if (head === items.length) return undefined
      head += 1
      if (head === CHUNK) {
        items.splice(0, head)
        head = 0
      }
      return item
    },
    size: () => items.length - head,
  }
}
