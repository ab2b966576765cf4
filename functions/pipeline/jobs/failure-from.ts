import { Failure } from '../../../catalog/failure.ts'
import { FAILURES, type FailureCode } from '../../../catalog/failures.ts'

/** Names Step Functions gives to what is no failure of ours, in ours. */
const NAMES = new Map<string, FailureCode>([
  ['States.Timeout', 'CallbackTimeout'],
  ['States.HeartbeatTimeout', 'CallbackTimeout'],
])

/**
 * The failure behind an error a state caught: by its name where it is one of ours, with the message the Lambda
 * threw, otherwise `JobFailed` naming the error. `cause` is the JSON a failed Lambda leaves, or plain text.
 */
export function failureFrom(error: string, cause?: string): Failure {
  const translated = NAMES.get(error)
  if (translated) return new Failure(translated)
  if (!Object.hasOwn(FAILURES, error)) {
    return new Failure('JobFailed', `${FAILURES.JobFailed.detail} (${error.slice(0, 100)})`)
  }
  return new Failure(error as FailureCode, messageIn(cause))
}

/** The message in a cause; one that was cut off in the middle still begins with it. */
function messageIn(cause?: string): string | undefined {
  if (!cause?.startsWith('{')) return cause || undefined
  const [, text] = /"errorMessage":\s*"((?:[^"\\]|\\.)*)/.exec(cause) ?? []
  return text === undefined ? cause : unescaped(text)
}

function unescaped(text: string): string | undefined {
  try {
    return (JSON.parse(`"${text}"`) as string) || undefined
  } catch {
    return text
  }
}
