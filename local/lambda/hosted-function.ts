/** A Lambda function of the template, ready to be run here. */
export type HostedFunction = {
  readonly name: string
  readonly arn: string
  /** The source file that exports `handler`, absolute. */
  readonly entry: string
  /** Runs in worker threads of its own, where a crash or a hang can be ended. */
  readonly isolated: boolean
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly environment: Readonly<Record<string, string>>
  /** `ReservedConcurrentExecutions`. */
  readonly reserved: number | undefined
}

/** How a failed invocation looks to its caller, as Lambda tells it. */
export type FunctionError = {
  readonly errorType: string
  readonly errorMessage: string
  readonly stackTrace?: string[]
}

/** What an invocation ended in. */
export type InvokeResult = { readonly payload: unknown } | { readonly error: FunctionError }

/**
 * Runs a function by its name or ARN (a version or alias at the end is dropped) and never throws: a failure is a
 * result. The signal stops the waiting, not the function.
 */
export type Invoke = (
  functionArn: string,
  payload: unknown,
  signal?: AbortSignal,
) => Promise<InvokeResult>

/** One invocation as `intercept` sees it. */
export type InterceptedCall = {
  readonly functionName: string
  /** The path of the source file from the project's root, such as `functions/service/api/handler.ts`. */
  readonly entry: string
  readonly requestId: string
  readonly payload: unknown
}

/**
 * Stands around every invocation, to watch it or to make it fail: it may call `next` never, once or more often, and
 * what it gives back, or throws, is what the caller gets.
 */
export type Intercept = (
  call: InterceptedCall,
  next: () => Promise<InvokeResult>,
) => Promise<InvokeResult>
