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
 * Patches the level store in which dynalite keeps its tables. Must be called before a server is created.
 *
 * Iterators are closed. dynalite closes them by calling `return`, which iterators of the current version of level do
 * not have. An iterator that is never closed keeps the memory and the files of the store as they were when it
 * started.
 *
 * Items are read synchronously. The store's own `get` passes each read to the thread pool, which costs several times
 * as much as the read. The server of the tables has a thread of its own, which may block.
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
