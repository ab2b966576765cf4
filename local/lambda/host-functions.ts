import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import { captureOutput } from './capture-output.ts'
import { timedOut, toFunctionError } from './function-error.ts'
import type { HostedFunction, Intercept, Invoke, InvokeResult } from './hosted-function.ts'
import type { ContextFacts } from './make-context.ts'
import { type Runner, runInProcess } from './run-in-process.ts'
import { runIsolated } from './run-isolated.ts'

/** The functions of a local run. */
export type FunctionHost = { readonly invoke: Invoke; close(): Promise<void> }

/** What a host needs: the variables isolated functions share, and where the functions' output goes. */
export type HostOptions = {
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
  readonly onOutput: (functionName: string, text: string) => void
  readonly intercept?: Intercept | undefined
}

/** Lambda's limit of a synchronous response. */
const MAX_RESPONSE = 6 * 1024 * 1024 + 100 * 1024

/** Hosts functions the way Lambda runs them: its context, its timeouts, its errors, JSON in and JSON out. */
export const hostFunctions = (
  functions: readonly HostedFunction[],
  options: HostOptions,
): FunctionHost => {
  const instance = randomUUID()
  const capture = captureOutput(options.onOutput)
  const runners = new Map<string, { hosted: HostedFunction; runner: Runner }>()
  for (const hosted of functions) {
    const onOutput = (text: string): void => options.onOutput(hosted.name, text)
    const runner = hosted.isolated
      ? runIsolated(hosted, options.environment, onOutput)
      : runInProcess(hosted, instance)
    runners.set(hosted.name, { hosted, runner })
  }

  const invoke: Invoke = async (functionArn, payload, signal) => {
    const found = runners.get(functionName(functionArn))
    if (!found) {
      return {
        error: {
          errorType: 'ResourceNotFoundException',
          errorMessage: `Function not found: ${functionArn}`,
        },
      }
    }
    const { hosted, runner } = found
    const requestId = randomUUID()
    const run = async (): Promise<InvokeResult> => {
      const deadline = Date.now() + hosted.timeoutMs
      const facts: ContextFacts = {
        requestId,
        functionName: hosted.name,
        functionArn: hosted.arn,
        memoryMb: hosted.memoryMb,
        deadline,
      }
      const running = capture.within(hosted.name, () => runner.run(facts, copy(payload)))
      return toWire(await orTimeout(running, facts, hosted.timeoutMs))
    }
    const call = {
      functionName: hosted.name,
      entry: relative(options.root, hosted.entry),
      requestId,
      payload,
    }
    const ending = guarded(() => (options.intercept ? options.intercept(call, run) : run()))
    return signal ? orAborted(ending, signal) : ending
  }

  return {
    invoke,
    close: async () => {
      await Promise.all([...runners.values()].map(({ runner }) => runner.close()))
      capture.release()
    },
  }
}

/** `arn:aws:lambda:region:account:function:name[:version]` or a plain name -> the name. */
const functionName = (functionArn: string): string =>
  functionArn.startsWith('arn:') ? (functionArn.split(':')[6] ?? '') : functionArn

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const guarded = async (run: () => Promise<InvokeResult>): Promise<InvokeResult> => {
  try {
    return await run()
  } catch (error) {
    return { error: toFunctionError(error) }
  }
}

const toWire = (result: InvokeResult): InvokeResult => {
  if ('error' in result) return result
  const text = JSON.stringify(result.payload ?? null)
  if (text.length <= MAX_RESPONSE) return { payload: JSON.parse(text) }
  return {
    error: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE} bytes).`,
    },
  }
}

const orTimeout = (
  running: Promise<InvokeResult>,
  facts: ContextFacts,
  timeoutMs: number,
): Promise<InvokeResult> =>
  new Promise((resolve) => {
    const late = setTimeout(
      () => resolve({ error: timedOut(facts.requestId, timeoutMs) }),
      timeoutMs,
    )
    void running.then((result) => {
      clearTimeout(late)
      resolve(result)
    })
  })

const orAborted = (ending: Promise<InvokeResult>, signal: AbortSignal): Promise<InvokeResult> =>
  new Promise((resolve) => {
    const stop = (): void =>
      resolve({
        error: { errorType: 'AbortError', errorMessage: 'The caller has stopped waiting.' },
      })
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    void ending.then((result) => {
      signal.removeEventListener('abort', stop)
      resolve(result)
    })
  })
