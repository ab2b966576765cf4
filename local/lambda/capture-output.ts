import { AsyncLocalStorage } from 'node:async_hooks'

type Write = typeof process.stdout.write

/** Takes what functions write to the standard streams; `within` marks the work whose output is taken. */
export type OutputCapture = { within<T>(name: string, work: () => T): T; release(): void }

type Capture = {
  readonly running: AsyncLocalStorage<string>
  readonly onOutput: (name: string, text: string) => void
}

/** Captures not yet released, the newest first. They share one replacement, so they may be released in any order. */
const captures: Capture[] = []
let restoreStreams: (() => void)[] = []

/**
 * Functions in this process share its output streams with the terminal, but their logs belong in a file. What is
 * written while one of them runs goes to `onOutput`; everything else passes.
 */
export function captureOutput(onOutput: Capture['onOutput']): OutputCapture {
  const capture: Capture = { running: new AsyncLocalStorage<string>(), onOutput }
  if (captures.length === 0) restoreStreams = [process.stdout, process.stderr].map(divert)
  captures.unshift(capture)
  return {
    within: (name, work) => capture.running.run(name, work),
    release: () => {
      const at = captures.indexOf(capture)
      if (at < 0) return
      captures.splice(at, 1)
      if (captures.length === 0) for (const restore of restoreStreams) restore()
    },
  }
}

/** Replaces the `write` of a stream; returns how to put it back, which does nothing once another one stands there. */
function divert(stream: NodeJS.WriteStream): () => void {
  const original = stream.write
  const diverted: Write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const capture = captures.find(({ running }) => running.getStore() !== undefined)
    if (!capture) return Reflect.apply(original, stream, [chunk, ...rest])
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    capture.onOutput(capture.running.getStore()!, text)
    const done = rest.find((item) => typeof item === 'function')
    if (done) queueMicrotask(done as () => void)
    return true
  }
  stream.write = diverted
  return () => {
    if (stream.write === diverted) stream.write = original
  }
}
