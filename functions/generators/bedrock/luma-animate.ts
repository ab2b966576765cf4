import { setTimeout as delay } from 'node:timers/promises'
import {
  type BedrockRuntimeClient,
  GetAsyncInvokeCommand,
  type GetAsyncInvokeCommandOutput,
  StartAsyncInvokeCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Fault } from '../../../catalog/failures/fault.ts'
import { BEDROCK_VIDEO_PRICES } from '../../../catalog/generator/bedrock-prices.ts'
import type { AnimateCall, AnimateOperation } from '../../../engine/generate/generator.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import { NotCarriedOut } from '../not-carried-out.ts'
import { retryUnpaid } from '../retry-unpaid.ts'
import { sentPicture } from '../sent-picture.ts'
import { bedrockFailure } from './bedrock-failure.ts'

export type LumaOptions = {
  client: Pick<BedrockRuntimeClient, 'send'>
  s3: Pick<S3Client, 'send'>
  modelId: string
  /** Where Bedrock writes videos: a bucket in the model's region, and the first part of the keys. */
  bucket: string
  prefix: string
  /** Milliseconds between two looks at a video that is being made. */
  pollMs?: number
  firstWaitMs?: number
}

const POLL_MS = 5_000

const MAX_VIDEO_BYTES = 200_000_000

/** The aspect ratios that Ray 2 makes. */
const RATIOS = {
  '1:1': 1,
  '16:9': 16 / 9,
  '9:16': 9 / 16,
  '4:3': 4 / 3,
  '3:4': 3 / 4,
  '21:9': 21 / 9,
  '9:21': 9 / 21,
}

/**
 * Luma Ray 2 on Amazon Bedrock: an asynchronous invocation that writes an MP4 to S3. Its client token makes it
 * idempotent, so that a task that is worked on again waits for the same video and pays once.
 */
export function lumaAnimate(options: LumaOptions): AnimateOperation {
  return {
    seconds: [5, 9],
    idempotent: true,
    price: ({ seconds, height }) => seconds * BEDROCK_VIDEO_PRICES[height === 540 ? 540 : 720],
    run: async (call, { signal, token }) => {
      const arn = await startInvocation(call, token, signal, options)
      const place = await awaitInvocation(arn, signal, options)
      const content = await readVideo(place, signal, options)
      const dollars = call.seconds * BEDROCK_VIDEO_PRICES[call.height === 540 ? 540 : 720]
      return { content, model: options.modelId, dollars }
    },
  }
}

async function startInvocation(
  call: AnimateCall,
  token: string,
  signal: AbortSignal,
  { client, modelId, bucket, prefix, firstWaitMs }: LumaOptions,
): Promise<string> {
  const { bytes, contentType } = await sentPicture(call.picture)
  const data = Buffer.from(bytes).toString('base64')
  const source = { type: 'base64', media_type: contentType, data }
  const command = new StartAsyncInvokeCommand({
    clientRequestToken: token,
    modelId,
    modelInput: {
      prompt: call.prompt ?? '',
      aspect_ratio: nearestRatio(call.picture.width / call.picture.height),
      duration: `${call.seconds}s`,
      resolution: call.height === 540 ? '540p' : '720p',
      loop: call.loop,
      keyframes: { frame0: { type: 'image', source } },
    },
    outputDataConfig: { s3OutputDataConfig: { s3Uri: `s3://${bucket}/${prefix}${token}` } },
  })
  const { invocationArn } = await retryUnpaid(
    () =>
      client.send(command, { abortSignal: signal }).catch((error: unknown) => {
        const failure = bedrockFailure(error, modelId)
        // The token makes repeating it safe where the answer was lost.
        throw failure instanceof LostAnswer && !signal.aborted
          ? new NotCarriedOut(failure.message, { cause: error })
          : failure
      }),
    { signal, ...(firstWaitMs !== undefined && { firstWaitMs }) },
  )
  if (invocationArn) return invocationArn
  throw new LostAnswer('The generator began a video without naming it.')
}

function nearestRatio(ratio: number): string {
  const apart = Object.entries(RATIOS).map(([name, own]) => ({
    name,
    distance: Math.abs(Math.log(ratio / own)),
  }))
  return apart.toSorted((a, b) => a.distance - b.distance)[0]!.name
}

/** Waits for the end of an invocation. @returns the S3 URI its files lie under */
async function awaitInvocation(
  invocationArn: string,
  signal: AbortSignal,
  { client, modelId, pollMs = POLL_MS, firstWaitMs }: LumaOptions,
): Promise<string> {
  for (;;) {
    const look = () =>
      client
        .send(new GetAsyncInvokeCommand({ invocationArn }), { abortSignal: signal })
        .catch((error: unknown): never => {
          const failure = bedrockFailure(error, modelId)
          // Looking costs nothing, so it may be repeated.
          throw failure instanceof LostAnswer && !signal.aborted
            ? new NotCarriedOut(failure.message, { cause: error })
            : failure
        })
    const answer = await retryUnpaid(look, {
      signal,
      ...(firstWaitMs !== undefined && { firstWaitMs }),
    })
    const place = placeOf(answer)
    if (place) return place
    await delay(pollMs, undefined, { signal }).catch((cause: unknown) => {
      throw new LostAnswer('The video was not made in time.', { cause })
    })
  }
}

function placeOf({ status, failureMessage, outputDataConfig }: GetAsyncInvokeCommandOutput) {
  if (status === 'Failed') throw refusal(failureMessage ?? '')
  if (status !== 'Completed') return undefined
  const uri = outputDataConfig?.s3OutputDataConfig?.s3Uri
  if (uri) return uri
  throw new LostAnswer('The generator does not say where the video is.')
}

function refusal(message: string): Fault {
  return /moderat|filter|polic|content/i.test(message)
    ? new Fault('content', 'The generator’s filter refused the picture or the prompt.')
    : new Fault('runtime', 'The generator could not make the video.')
}

/** Reads the video below an S3 URI, `output.mp4` there. */
async function readVideo(
  uri: string,
  signal: AbortSignal,
  { s3, bucket }: LumaOptions,
): Promise<Uint8Array> {
  const key = new URL(uri).pathname.slice(1).replace(/\/$/, '')
  const Key = key.endsWith('.mp4') ? key : `${key}/output.mp4`
  try {
    const { Body, ContentLength = 0 } = await s3.send(
      new GetObjectCommand({ Bucket: bucket, Key }),
      { abortSignal: signal },
    )
    if (ContentLength > MAX_VIDEO_BYTES) throw new LostAnswer('The video is too large.')
    const bytes = await Body?.transformToByteArray()
    if (bytes && isMp4(bytes)) return bytes
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new LostAnswer('The video that was made cannot be read.', { cause })
  }
  throw new LostAnswer('What was made is no video.')
}

/** An ISO base media file begins with a box of type `ftyp` (ISO/IEC 14496-12, section 4.3). */
function isMp4(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'ftyp'
}
