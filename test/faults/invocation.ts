import type { Dice } from './dice.ts'
import type { Timeline } from './timeline.ts'

/** Whose fault a call can meet: an AWS client tries again by itself, the service's client does not. */
export type Far = 'aws' | 'service'

/** What a function is when it runs: its calls go out through `call`, and after its death none of them comes back. */
export type Invocation = {
  name: string
  call<T>(label: string, act: () => T | Promise<T>, options?: CallOptions): Promise<T>
}

type CallOptions = {
  far?: Far
  /** What the caller sees when the far side refuses, or does its work and answers an error. */
  refused?: () => Error
  lost?: () => Error
}

export type Answered<T> =
  | { payload: T }
  | { error: { errorType: string; errorMessage: string; stackTrace?: string[] } }

type Around = { timeline: Timeline; dice: Dice }

/**
 * Runs one invocation of a function to its answer, its error, its death or its time limit. What a dead or late
 * invocation had sent still arrives; nothing it would do next happens.
 */
export async function invoke<T>(
  name: string,
  limitMs: number,
  work: (invocation: Invocation) => Promise<T>,
  around: Around,
): Promise<Answered<T>> {
  const { timeline, dice } = around
  const life = { over: false }
  let die: (how: string) => void = () => {}
  const died = new Promise<Answered<T>>((resolve) => {
    die = (how) => {
      life.over = true
      resolve(failed('Runtime.ExitError', how))
    }
  })
  await timeline.pause(dice.between(`${name} begins`, 5, 60))
  const cancel = timeline.setTimeout(() => die('Task timed out'), limitMs)
  const invocation: Invocation = { name, call: caller(name, life, die, around) }
  const done = work(invocation).then(
    (payload): Answered<T> => ({ payload }),
    (error: Error): Answered<T> => failed(error.name, error.message),
  )
  const answer = await Promise.race([done, died])
  life.over = true
  cancel()
  const gone = dice.strikes('answerGone', name)
  return gone ? failed('Lambda.ServiceException', 'The answer was lost.') : answer
}

function failed(errorType: string, errorMessage: string): Answered<never> {
  return {
    error: { errorType, errorMessage },
  }
}

const never = new Promise<never>(() => {})

function caller(
  name: string,
  life: { over: boolean },
  die: (how: string) => void,
  { timeline, dice }: Around,
): Invocation['call'] {
  const travel = (place: string): Promise<void> =>
    timeline.pause(
      dice.strikes('slow', place)
        ? dice.between(place, 10_000, 200_000)
        : dice.between(`${place} travels`, 1, 30),
    )

  return async (label, act, { far = 'aws', refused = throttled, lost = broken } = {}) => {
    const place = `${name} ${label}`
    if (life.over) return never
    if (dice.strikes('crashBefore', place)) die('crashed')
    if (life.over) return never
    await travel(place)
    if (dice.strikes('throttle', place)) {
      if (life.over) return never
      throw refused()
    }
    let outcome = await settled(act)
    if (far === 'aws' && dice.strikes('doubled', place)) outcome = await settled(act)
    await travel(place)
    if (dice.strikes('crashAfter', place)) die('crashed')
    if (life.over) return never
    if (dice.strikes('lostAnswer', place)) throw lost()
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}

async function settled<T>(act: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await act() }
  } catch (error) {
    return { error }
  }
}

function throttled(): Error {
  return named('ThrottlingException', 'Rate exceeded')
}
function broken(): Error {
  return named('TimeoutError', 'socket hang up')
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
