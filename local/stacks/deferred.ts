/** A value that others may ask for before it is there. */
export type Deferred<T> = {
  /** @throws Error when it is not there yet */
  get(): T
  ready: Promise<T>
  set(value: T): void
}

/** An empty place for something that is made later; `what` is for the message. */
export function createDeferred<T>(what: string): Deferred<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  let held: { value: T } | undefined
  return {
    ready: promise,
    get: () => {
      if (!held) throw new Error(`The local ${what} is not ready yet`)
      return held.value
    },
    set: (value) => {
      held = { value }
      resolve(value)
    },
  }
}
