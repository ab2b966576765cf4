import type { RoleCredentials } from './role-credentials.ts'

/** A Lambda function of the template, ready to run here. */
export type HostedFunction = {
  readonly name: string
  readonly arn: string
  /** The absolute path of the source file that exports `handler`. */
  readonly entry: string
  /** Runs in worker threads of its own, where a crash or a hang can be ended. */
  readonly isolated: boolean
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly environment: Readonly<Record<string, string>>
  /** The credentials of its role. */
  readonly credentials: RoleCredentials
  /** `ReservedConcurrentExecutions`. */
  readonly reserved: number | undefined
}

/** A failed invocation as Lambda reports it to the caller. */
export type FunctionError = {
  readonly errorType: string
  readonly errorMessage: string
  readonly stackTrace?: string[]
}

/** The outcome of an invocation. */
export type InvokeResult = { readonly payload: unknown } | { readonly error: FunctionError }

/**
 * Invokes a function by its name or ARN; a version or alias at the end is ignored. Never throws: a failure is a
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
 * Wraps every invocation, to watch it or to make it fail. It may call `next` never, once or several times; what it
 * returns or throws is what the caller gets.
 */
export type Intercept = (
  call: InterceptedCall,
  next: () => Promise<InvokeResult>,
) => Promise<InvokeResult>
