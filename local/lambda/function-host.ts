import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import { captureError, throughJson, withAbort, withTimeout } from './bound-result.ts'
import { captureOutput, type OutputCapture } from './capture-output.ts'
import { exitError } from './function-error.ts'
import type { HostedFunction, Intercept, Invoke, InvokeResult } from './hosted-function.ts'
import { createInProcessRunner, type Runner } from './in-process-runner.ts'
import { createIsolatedRunner } from './isolated-runner.ts'
import { withCredentials } from './role-credentials.ts'
import { createThreadPlaces, type ThreadMemory, type ThreadPlaces } from './thread-places.ts'

/** The functions of a local run. */
export type FunctionHost = { readonly invoke: Invoke; close(): Promise<void> }

/** What a host needs: the variables that isolated functions share, and where the functions' output goes. */
export type HostOptions = {
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
  readonly onOutput: (functionName: string, text: string) => void
  readonly intercept?: Intercept | undefined
  /** @default no bound */
  readonly threadMemory?: ThreadMemory | undefined
  /** Told of every invocation that has ended. */
  readonly onEnded?: (functionName: string, ended: { ms: number; failed: boolean }) => void
}

type HostedRunner = { readonly hosted: HostedFunction; readonly runner: Runner }

/**
 * The number of hosts created in this process. It counts the same in every process, so that the compile cache finds
 * the modules again.
 */
let hosts = 0

/** Hosts functions as Lambda runs them: its context, its timeouts, its errors, JSON in and JSON out. */
export function createFunctionHost(
  functions: readonly HostedFunction[],
  options: HostOptions,
): FunctionHost {
  const instance = String(++hosts)
  const capture = captureOutput(options.onOutput)
  const staff = new Map<string, HostedRunner>()
  const { environment, threadMemory = {} } = options
  const { decodingBytes } = threadMemory
  const places = createThreadPlaces(threadMemory)
  let closing = false
  for (const hosted of functions) {
    const onOutput = (text: string): void => options.onOutput(hosted.name, text)
    const runner = hosted.isolated
      ? createIsolatedRunner(hosted, { environment, onOutput, places, decodingBytes })
      : createInProcessRunner(hosted, `${instance}.${hosted.name}`)
    staff.set(hosted.name, { hosted, runner })
  }
  return {
    invoke: (functionArn, payload, signal) => {
      const found = staff.get(functionName(functionArn))
      if (!found) return Promise.resolve(unknownFunction(functionArn))
      const ending = () => invokeOne(found, payload, capture, options)
      const run = () => noteEnd(found.hosted, ending(), { ...options, isClosing: () => closing })
      const ended = found.hosted.isolated ? inPlace(found.hosted, places, run, signal) : run()
      return signal ? withAbort(ended, signal) : ended
    },
    close: async () => {
      closing = true
      places.close()
      await Promise.all([...staff.values()].map(({ runner }) => runner.close()))
      capture.release()
    },
  }
}

/** Lambda's clocks begin with the invocation, not while it waits for its place. */
async function inPlace(
  hosted: HostedFunction,
  places: ThreadPlaces,
  run: () => Promise<InvokeResult>,
  signal: AbortSignal | undefined,
): Promise<InvokeResult> {
  const leave = await places.enter(hosted)
  if (!leave) return { error: exitError(randomUUID(), 'because the local run ends') }
  try {
    // Nobody waits any more, as for a job that was stopped.
    if (signal?.aborted) return { error: exitError(randomUUID(), 'before it began') }
    return await run()
  } finally {
    leave()
  }
}

/** The name in `arn:aws:lambda:region:account:function:name[:version]`; a plain name as it is. */
function functionName(functionArn: string): string {
  return functionArn.startsWith('arn:') ? (functionArn.split(':')[6] ?? '') : functionArn
}

function unknownFunction(functionArn: string): InvokeResult {
  return {
    error: {
      errorType: 'ResourceNotFoundException',
      errorMessage: `Function not found: ${functionArn}`,
    },
  }
}

function invokeOne(
  { hosted, runner }: HostedRunner,
  payload: unknown,
  capture: OutputCapture,
  { root, intercept }: HostOptions,
): Promise<InvokeResult> {
  const requestId = randomUUID()
  const run = async (): Promise<InvokeResult> => {
    const facts = {
      requestId,
      functionName: hosted.name,
      functionArn: hosted.arn,
      memoryMb: hosted.memoryMb,
      deadline: Date.now() + hosted.timeoutMs,
    }
    const running = capture.within(hosted.name, () =>
      withCredentials(hosted.credentials, () => runner.run(facts, copy(payload))),
    )
    return throughJson(await withTimeout(running, facts, hosted.timeoutMs))
  }
  if (!intercept) return captureError(run)
  const entry = relative(root, hosted.entry)
  return captureError(() =>
    intercept({ functionName: hosted.name, entry, requestId, payload }, run),
  )
}

/**
 * Lambda logs every failed invocation. Without this, a handler that cannot be loaded would fail unseen. What ends
 * because the run does has not failed: it goes on at the next start.
 */
async function noteEnd(
  { name }: HostedFunction,
  ending: Promise<InvokeResult>,
  { onOutput, onEnded, isClosing }: HostOptions & { isClosing: () => boolean },
): Promise<InvokeResult> {
  const began = performance.now()
  const result = await ending
  if ('error' in result && isClosing()) return result
  onEnded?.(name, { ms: performance.now() - began, failed: 'error' in result })
  if ('error' in result) {
    const { errorType, errorMessage } = result.error
    onOutput(
      name,
      `${JSON.stringify({ level: 'error', message: 'Invoke Error', errorType, errorMessage })}\n`,
    )
  }
  return result
}

function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
