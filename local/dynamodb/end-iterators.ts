import { createRequire } from 'node:module'

type Iterator = { close(): Promise<void>; return?: () => Promise<void> }
type Store = Record<'keys' | 'values', (options?: object) => Iterator>

/**
 * Lets dynalite end what it reads with. It closes a reading by the iterator's `return`, as it was in earlier versions of
 * its store; those of today only have `close`, and one that is never closed holds the memory and the files of the
 * store as they were when it began. Must be called before a server is made.
 */
export const endIterators = (): void => {
  const { Level } = createRequire(import.meta.resolve('dynalite'))('level') as {
    Level: { prototype: Store }
  }
  for (const kind of ['keys', 'values'] as const) {
    const open = Level.prototype[kind]
    Level.prototype[kind] = function (this: Store, options?: object) {
      const iterator = open.call(this, options)
      iterator.return ??= () => iterator.close()
      return iterator
    }
  }
}
