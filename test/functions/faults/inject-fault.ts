import { mockClient } from 'aws-sdk-client-mock'

/** A client of the AWS SDK. */
type Client = Parameters<typeof mockClient>[0] & { send(command: never): Promise<unknown> }

/** How one call to AWS goes wrong. */
export type Fault = {
  name: string
  /** Whether the service has carried the call out by the time it fails. */
  done: boolean
  error(): Error
}

function named(name: string, message: string, status: number): Error {
  const error = Object.assign(new Error(message), { $metadata: { httpStatusCode: status } })
  error.name = name
  return error
}

/** What every caller of AWS meets once the SDK's own retries are used up. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'throttled',
    done: false,
    error: () => named('ThrottlingException', 'Rate exceeded', 400),
  },
  {
    name: 'an expired token',
    done: false,
    error: () => named('ExpiredTokenException', 'The security token has expired', 403),
  },
  {
    name: 'a timeout after the call was carried out',
    done: true,
    error: () => named('TimeoutError', 'Socket timed out', 0),
  },
]

/** What a call that was carried out leaves comes first: the others leave the same a call earlier. */
export const CARRIED_OUT_FIRST = FAULTS.toSorted(
  (one, other) => Number(other.done) - Number(one.done),
)

/**
 * Lets every call of `client` through to `real`, another client of the same service, but for call number `at` (from 1),
 * which fails. Counts the calls.
 */
export function injectFault<C extends Client>(
  client: C,
  real: C,
  { at, fault }: { at?: number; fault?: Fault } = {},
) {
  const mock = mockClient(client as never)
  let calls = 0
  const error = fault?.error()
  mock.send.callsFake(async (command) => {
    calls += 1
    const fails = calls === at && error !== undefined
    if (fails && !fault?.done) throw error
    const answer = real.send(command as never)
    if (!fails) return (await answer) as never
    // Whatever it answered is lost on the way.
    await answer.catch(() => {})
    throw error
  })
  return { error, calls: () => calls, restore: () => mock.restore() }
}
