import { createRequire } from 'node:module'

type Iterator = { close(): Promise<void>; return?: () => Promise<void> }
type Open = (options?: object) => Iterator
type Store = {
  readonly status: string
  get(key: string): Promise<unknown>
  getSync(key: string): unknown
  keys: Open
  values: Open
}

/**
 * Mends what dynalite keeps its tables in, a level store. Must be called before a server is made.
 *
 * Iterators are ended: dynalite does it by their `return`, which those of today do not have, and one that is never ended
 * holds the memory and the files of the store as they were when it began.
 *
 * Items are read at once: the store's own `get` hands each read to the thread pool, which costs several times as much as a
 * read. Who serves the tables has a thread for it that may wait.
 */
export function patchLevelStore(): void {
  const { Level } = createRequire(import.meta.resolve('dynalite'))('level') as {
    Level: { prototype: Store }
  }
  closeIterators(Level.prototype)
  readSynchronously(Level.prototype)
}

function closeIterators(store: Store): void {
  for (const kind of ['keys', 'values'] as const) {
    const open = store[kind]
    store[kind] = function (this: Store, options) {
      const iterator = open.call(this, options)
      iterator.return ??= () => iterator.close()
      return iterator
    }
  }
}

function readSynchronously(store: Store): void {
  const { get } = store
  store.get = async function (this: Store, key) {
    return this.status === 'open' ? this.getSync(key) : get.call(this, key)
  }
}
