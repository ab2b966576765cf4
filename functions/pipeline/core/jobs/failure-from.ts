import { Failure } from '../../../../catalog/failures/failure.ts'
import { FAILURES, type FailureCode } from '../../../../catalog/failures/failures.ts'
import { boundedMessage } from './bounded-message.ts'

/** Error names of Step Functions and the failure codes they stand for. */
const NAMES = new Map<string, FailureCode>([
  ['States.QueryEvaluationError', 'ExpressionFailed'],
  ['States.Timeout', 'CallbackTimeout'],
  ['States.HeartbeatTimeout', 'CallbackTimeout'],
])

/**
 * The failure behind an error that a state caught. An error name that is a failure code keeps the message that the
 * Lambda function threw. A right that AWS misses becomes `RightMissing`, with the right and the object where AWS names
 * them; any other becomes `JobFailed` and is named in the message. `cause` is the JSON of a failed Lambda function, or
 * plain text.
 */
export function failureFrom(error: string, cause?: string): Failure {
  const translated = NAMES.get(error)
  if (translated) return new Failure(translated)
  const message = messageIn(cause)
  if (RIGHT_MISSING.test(error)) return rightMissing(error, message)
  if (!Object.hasOwn(FAILURES, error)) {
    return new Failure('JobFailed', `${FAILURES.JobFailed.detail} (${error.slice(0, 100)})`)
  }
  return new Failure(error as FailureCode, message && boundedMessage(message))
}

/** Errors of AWS services that say that a role lacks a right. */
const RIGHT_MISSING = /^(?:AccessDenied(?:Exception)?|KMSAccessDenied\w*|\w*AccessDeniedException)$/

/** The right and the object that AWS names (IAM User Guide, "Troubleshoot access denied error messages"). */
const DENIED =
  /not authorized to perform: (\S+)(?: on resource: (?:"([^"]+)"|(.+?)(?= because |\.?$)))?/

function rightMissing(error: string, message = ''): Failure {
  const [, right, quoted, plain] = DENIED.exec(message) ?? []
  const object = quoted ?? plain
  if (right === undefined) {
    const words = boundedMessage(message) || 'AWS names neither the right nor the object.'
    return new Failure('RightMissing', `${FAILURES.RightMissing.detail} ${words} (${error})`)
  }
  const what = object === undefined ? '' : ` on ${object}`
  return new Failure(
    'RightMissing',
    boundedMessage(`The pipeline has no right to ${right}${what}.`),
  )
}

/** The message in a cause. A regular expression finds it even where Step Functions cut the JSON off. */
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
