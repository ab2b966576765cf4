import { type BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime'
import { Fault } from '../../../catalog/failures/fault.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { MAX_MADE_BYTES, madePictureFromBase64 } from '../made-picture.ts'
import { retryUnpaid } from '../retry-unpaid.ts'
import { bedrockFailure } from './bedrock-failure.ts'

type InvokeOptions = { signal: AbortSignal; firstWaitMs?: number | undefined }

/** Invokes one of Stability's image services. @returns its first picture */
export async function invokeModel(
  client: Pick<BedrockRuntimeClient, 'send'>,
  modelId: string,
  body: Record<string, unknown>,
  { signal, firstWaitMs }: InvokeOptions,
): Promise<Picture> {
  const command = new InvokeModelCommand({
    modelId,
    contentType: 'application/json',
    accept: 'application/json',
    body: JSON.stringify(body),
  })
  const answer = await retryUnpaid(
    () =>
      client.send(command, { abortSignal: signal }).catch((error: unknown) => {
        throw bedrockFailure(error, modelId)
      }),
    { signal, ...(firstWaitMs !== undefined && { firstWaitMs }) },
  )
  return await pictureIn(answer.body)
}

/**
 * The picture of an answer `{seeds, finish_reasons, images}`. A finish reason that is not null is a refusal or a
 * failure, although the status is 200.
 */
async function pictureIn(bytes: Uint8Array): Promise<Picture> {
  const { finish_reasons: reasons, images } = parse(bytes)
  const reason: unknown = Array.isArray(reasons) ? reasons[0] : undefined
  if (typeof reason === 'string' && reason !== '' && reason !== 'SUCCESS') throw refusal(reason)
  return await madePictureFromBase64(Array.isArray(images) ? images[0] : undefined)
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length > 1.5 * MAX_MADE_BYTES) {
    throw new LostAnswer('The generator’s answer is too large.')
  }
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch (cause) {
    throw new LostAnswer('The generator’s answer cannot be read.', { cause })
  }
}

/** What a finish reason says, such as `Filter reason: prompt` or `Inference error`. */
function refusal(reason: string): Fault {
  const filtered = /^Filter reason:\s*([a-z ]{1,40})/i.exec(reason)
  return filtered || /filter/i.test(reason)
    ? new Fault(
        'content',
        `The generator’s filter refused the ${filtered?.[1]?.trim() ?? 'request'}.`,
      )
    : new Fault('runtime', 'The generator could not make the picture.')
}
