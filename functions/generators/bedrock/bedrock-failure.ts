import { Fault } from '../../../catalog/failures/fault.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import { log } from '../../log.ts'
import { NotCarriedOut } from '../not-carried-out.ts'

/** Errors of a request that AWS turned away before a model saw it. */
const TURNED_AWAY = ['ThrottlingException', 'ServiceUnavailableException', 'ModelNotReadyException']

/** Errors of a connection that was never made. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/**
 * What an error of Bedrock means (Bedrock API Reference, InvokeModel, "Errors"). A request that AWS answers with an
 * error is not charged; a request without an answer may be.
 */
export function bedrockFailure(error: unknown, modelId: string): Error {
  const {
    name = '',
    code,
    message = '',
  } = error as { name?: string; code?: unknown; message?: string }
  if (TURNED_AWAY.includes(name)) {
    return new NotCarriedOut('The generator is busy.', { cause: error })
  }
  if (typeof code === 'string' && NOT_CONNECTED.includes(code)) {
    return new NotCarriedOut('The generator cannot be reached.', { cause: error })
  }
  switch (name) {
    case 'ValidationException':
      return isContentRefusal(message)
        ? new Fault('content', 'The generator’s filter refused the request.', { cause: error })
        : new Fault('parameter', 'The generator does not take this picture or prompt.', {
            cause: error,
          })
    case 'AccessDeniedException':
    case 'ResourceNotFoundException':
      log.error('The generator’s model cannot be used; `darkroom doctor` says why.', {
        modelId,
        error,
      })
      return new Fault('runtime', 'The generator’s model cannot be used.', { cause: error })
    case 'ServiceQuotaExceededException':
    case 'ModelErrorException':
    case 'ModelTimeoutException':
    case 'InternalServerException':
    case 'ConflictException':
      log.warn('The generator failed.', { modelId, error })
      return new Fault('runtime', 'The generator failed.', { cause: error })
    case 'CredentialsProviderError':
    case 'ExpiredTokenException':
    case 'UnrecognizedClientException':
      return new Fault('runtime', 'The generator’s credentials cannot be used.', { cause: error })
    default:
      return new LostAnswer('The generator’s answer did not arrive.', { cause: error })
  }
}

function isContentRefusal(message: string): boolean {
  return /content (filter|polic|moderation)|filtered|AUP/i.test(message)
}
