import { availableParallelism } from 'node:os'
import type { HostedFunction } from './hosted-function.ts'

/** What the process takes in all, and the most it may. */
export type MeasuredMemory = { readonly bytes: number; readonly now: () => number }

/** What functions in threads of their own may take together. */
export type ThreadMemory = {
  /** Bytes for all of them. @default no bound */
  readonly bytes?: number | undefined
  /** Bytes of these that decoders of pictures may take together. @default see `engine/media/within-memory.ts` */
  readonly decodingBytes?: number | undefined
  /** The most bytes that one thread of a function takes, by its name. */
  readonly of?: ((functionName: string) => number) | undefined
  /** @default what is counted is not measured */
  readonly measured?: MeasuredMemory | undefined
  /** How many invocations of a function run at the same time, by its name. @default one for each core, at least 2 */
  readonly workers?: ((functionName: string) => number | undefined) | undefined
}

/** A thread that lives on between invocations. */
export type RestingThread = { readonly hosted: HostedFunction; end(): Promise<unknown> }

/** Who of the functions in threads of their own may run. */
export type ThreadPlaces = {
  /** Waits until an invocation may begin. Gives what it calls when it has ended, or undefined once all is closed. */
  enter(hosted: HostedFunction): Promise<(() => void) | undefined>
  /** Ends threads that rest, longest first, until a new one fits beside those that are left. */
  makeRoom(): Promise<void>
  /** Says that a thread rests from now on. */
  rest(thread: RestingThread): void
  /** Says that a thread rests no longer: it was taken, or has ended. */
  forget(thread: RestingThread): void
  /** Lets nobody in any more. */
  close(): void
}

/** Milliseconds between two looks at what the process takes, while somebody waits for it to be less. */
const LOOK_EVERY = 500

type Waiting = { hosted: HostedFunction; enter: (may: boolean) => void }

/**
 * Bounds the memory of threads by how many there are: each takes at most what `of` says, and one that takes more than
 * all has it alone. Of those that wait the function comes first that has fewest running, and of that the call that
 * waits longest: many photos that are prepared do not keep their tasks waiting. Nobody passes it, whatever fits.
 *
 * Some pictures take more than is counted for a thread. Where the process is measured, nobody enters beside others who
 * could grow beyond what it may take: threads that rest end first, and then it waits until the others have given some
 * back. So what is taken is bounded by what those that run take by themselves.
 */
export function createThreadPlaces({
  bytes = Infinity,
  of,
  measured,
  workers,
}: ThreadMemory): ThreadPlaces {
  const running = new Map<string, number>()
  const waiting: Waiting[] = []
  const resting = new Set<RestingThread>()
  let taken = 0
  let closed = false
  let looking: NodeJS.Timeout | undefined

  const priceOf = ({ name }: HostedFunction): number => Math.min(bytes, of?.(name) ?? 0)
  const runningOf = ({ name }: HostedFunction): number => running.get(name) ?? 0
  const mostOf = ({ name }: HostedFunction): number =>
    workers?.(name) ?? Math.max(2, availableParallelism())

  const change = (hosted: HostedFunction, by: 1 | -1): void => {
    running.set(hosted.name, runningOf(hosted) + by)
    taken += by * priceOf(hosted)
  }
  const next = (): Waiting | undefined =>
    waiting
      .filter(({ hosted }) => runningOf(hosted) < mostOf(hosted))
      .reduce<Waiting | undefined>(
        (first, one) => (first && runningOf(first.hosted) <= runningOf(one.hosted) ? first : one),
        undefined,
      )
  const admit = (): void => {
    for (let one = next(); one && taken + priceOf(one.hosted) <= bytes; one = next()) {
      if (measured && taken > 0 && !mayGrow(one, measured)) return
      waiting.splice(waiting.indexOf(one), 1)
      change(one.hosted, 1)
      one.enter(true)
    }
  }
  const stopLooking = (): void => {
    clearTimeout(looking)
    looking = undefined
  }
  /** One a look, since whoever entered has yet to take what it will; who leaves makes room for the next. */
  const mayGrow = ({ hosted }: Waiting, { bytes: most, now }: MeasuredMemory): boolean => {
    if (looking) return false
    looking = setTimeout(() => {
      stopLooking()
      admit()
    }, LOOK_EVERY)
    if (now() + priceOf(hosted) <= most) return true
    const [longest] = resting
    if (longest) {
      resting.delete(longest)
      void longest.end()
    }
    return false
  }
  return {
    enter: async (hosted) => {
      if (closed) return undefined
      const may = await new Promise<boolean>((enter) => {
        waiting.push({ hosted, enter })
        admit()
      })
      if (!may) return undefined
      return () => {
        change(hosted, -1)
        stopLooking()
        admit()
      }
    },
    makeRoom: async () => {
      // Whoever asks has been let in, and is counted.
      let held = taken
      for (const thread of resting) held += priceOf(thread.hosted)
      for (const thread of resting) {
        if (held <= bytes) return
        resting.delete(thread)
        held -= priceOf(thread.hosted)
        await thread.end()
      }
    },
    rest: (thread) => void resting.add(thread),
    forget: (thread) => void resting.delete(thread),
    close: () => {
      closed = true
      stopLooking()
      for (const { enter } of waiting.splice(0)) enter(false)
    },
  }
}
