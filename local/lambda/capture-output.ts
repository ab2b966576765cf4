import { AsyncLocalStorage } from 'node:async_hooks'

type Write = typeof process.stdout.write

/** Takes what functions write to the standard streams; `within` marks the work whose output is taken. */
export type OutputCapture = { within<T>(name: string, work: () => T): T; release(): void }

/**
 * Functions in this process share its streams with the terminal, but their logs belong in a file: what is written
 * while one of them runs goes to `onOutput`, everything else passes.
 */
export function captureOutput(onOutput: (name: string, text: string) => void): OutputCapture {
  const running = new AsyncLocalStorage<string>()
  const releases = [process.stdout, process.stderr].map((stream) => {
    const original = stream.write
    const taking: Write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      const name = running.getStore()
      if (name === undefined) return Reflect.apply(original, stream, [chunk, ...rest])
      onOutput(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
      const done = rest.find((item) => typeof item === 'function')
      if (done) queueMicrotask(done as () => void)
      return true
    }
    stream.write = taking
    return () => {
      if (stream.write === taking) stream.write = original
    }
  })
  return {
    within: (name, work) => running.run(name, work),
    release: () => {
      for (const release of releases) release()
    },
  }
}
