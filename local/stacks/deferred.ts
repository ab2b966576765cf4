/** A value that is used before it exists. */
export type Deferred<T> = {
  /** @throws Error when it is not set yet */
  get(): T
  ready: Promise<T>
  set(value: T): void
}

/** An empty value that is set later; `what` names it in the error message. */
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
