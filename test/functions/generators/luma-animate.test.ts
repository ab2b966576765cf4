import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { S3Client } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Generation } from '../../../catalog/generator/generation.ts'
import { bindGenerator, type Reservation } from '../../../engine/generate/bind-generator.ts'
import {
  type LumaOptions,
  lumaAnimate,
} from '../../../functions/generators/bedrock/luma-animate.ts'

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(40)])
const ARN = 'arn:aws:bedrock:us-west-2:111122223333:async-invoke/abc123'

type Answer = { status: string; failureMessage?: string }

/** A server that answers as Bedrock's asynchronous invocations and as S3. */
let server: Server
let options: LumaOptions
let starts: { clientRequestToken?: string; modelInput?: Record<string, unknown> }[]
let turnedAway: number
let lostLooks: number
let looks: Answer[]
let video: Buffer

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'POST') {
      starts.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      if (turnedAway-- > 0) return request.socket.destroy()
      return json(200, { invocationArn: ARN })
    }
    if (request.url?.startsWith('/async-invoke/')) {
      if (lostLooks-- > 0) return request.socket.destroy()
      const { status, failureMessage } = looks.shift() ?? { status: 'Failed' }
      const s3OutputDataConfig = { s3Uri: 's3://our-videos/darkroom-videos/x/abc123' }
      return json(200, {
        invocationArn: ARN,
        modelArn: ARN,
        status,
        failureMessage,
        submitTime: '2026-11-22T12:00:00Z',
        outputDataConfig: { s3OutputDataConfig },
      })
    }
    if (request.url?.startsWith('/our-videos/darkroom-videos/x/abc123/output.mp4')) {
      return response.end(video)
    }
    return response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place = {
    endpoint,
    region: 'us-west-2',
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler(),
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  }
  options = {
    client: new BedrockRuntimeClient(place),
    s3: new S3Client({ ...place, forcePathStyle: true }),
    modelId: 'luma.ray-v2:0',
    bucket: 'our-videos',
    prefix: 'darkroom-videos/',
    pollMs: 1,
    firstWaitMs: 1,
  }
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
beforeEach(() => {
  starts = []
  turnedAway = 0
  lostLooks = 0
  looks = [{ status: 'InProgress' }, { status: 'InProgress' }, { status: 'Completed' }]
  video = MP4
})

const picture = { width: 640, height: 360, data: new Uint8ClampedArray(4 * 640 * 360).fill(255) }

function animate(more: object = {}, signal = new AbortController().signal) {
  const generated: Generation[] = []
  const reserved: Reservation[] = []
  const limits = { maxPixels: 1e6, minSide: 64, maxRatio: 2.5, multipleOf: 1, maxPrompt: 5000 }
  const generator = { name: 'bedrock', limits, animate: lumaAnimate(options) }
  const bound = bindGenerator(generator, {
    signal,
    task: 'a task',
    reserve: async (reservation) => {
      reserved.push(reservation)
      generated[reservation.nth] = reservation.told
    },
    settle: async (nth, generation) => {
      generated.splice(nth, 1, ...(generation ? [generation] : []))
    },
  })
  const request = { picture, prompt: 'the camera moves closer', seconds: 5, ...more }
  return { made: bound.animate(request), generated, reserved }
}

describe('a video by Luma Ray 2', () => {
  it('begins with the picture, is waited for, and read from the bucket', async () => {
    const { made, generated, reserved } = animate()
    expect(Buffer.from(await made)).toEqual(MP4)
    expect(starts[0]!.modelInput).toMatchObject({
      prompt: 'the camera moves closer',
      aspect_ratio: '16:9',
      duration: '5s',
      resolution: '540p',
      loop: false,
      keyframes: { frame0: { type: 'image', source: { type: 'base64', media_type: 'image/png' } } },
    })
    expect(reserved).toMatchObject([{ told: { dollars: 3.75 }, nth: 0, idempotent: true }])
    expect(generated).toMatchObject([
      { operation: 'animate', dollars: 3.75, model: 'luma.ray-v2:0' },
    ])
  })

  it('is begun again with the same token where the answer was lost', async () => {
    turnedAway = 2
    await animate().made
    expect(starts).toHaveLength(3)
    expect(new Set(starts.map(({ clientRequestToken }) => clientRequestToken)).size).toBe(1)
    looks = [{ status: 'Completed' }]
    await animate().made
    expect(starts[3]!.clientRequestToken).toBe(starts[0]!.clientRequestToken)
  })

  it('is looked at again where that answer was lost, three times at most', async () => {
    lostLooks = 3
    expect(Buffer.from(await animate().made)).toEqual(MP4)
    lostLooks = 4
    await expect(animate().made).rejects.toThrow()
    expect([starts.length, lostLooks]).toEqual([2, 0])
  })

  it('is refused by moderation, or fails, and then costs nothing', async () => {
    looks = [{ status: 'Failed', failureMessage: 'The input was blocked by content moderation.' }]
    const refused = animate()
    await expect(refused.made).rejects.toMatchObject({ condition: 'content' })
    expect(refused.generated).toEqual([])
    looks = [{ status: 'Failed', failureMessage: 'Internal error.' }]
    await expect(animate().made).rejects.toMatchObject({ condition: 'runtime' })
  })

  it('must be a video', async () => {
    video = Buffer.from('<html>')
    const { made, generated } = animate()
    await expect(made).rejects.toMatchObject({ message: 'What was made is no video.' })
    expect(generated).toMatchObject([{ lost: true }])
  })

  it.each([
    [[160, 139], '1:1'],
    [[160, 138], '4:3'],
    [[138, 160], '3:4'],
    [[90, 160], '9:16'],
    [[160, 70], '21:9'],
    [[70, 160], '9:21'],
  ])('of a picture of %o pixels has the nearest ratio, %s', async ([width, height], ratio) => {
    const data = new Uint8ClampedArray(4 * width! * height!).fill(255)
    await animate({ picture: { width, height, data } }).made
    expect(starts[0]!.modelInput!['aspect_ratio']).toBe(ratio)
  })

  it('has a length that the model makes', async () => {
    await expect(animate({ seconds: 7 }).made).rejects.toThrow('videos of 5 or 9 seconds')
    expect(starts).toEqual([])
  })

  it('is not waited for beyond the end of the task', async () => {
    looks = Array.from({ length: 100_000 }, () => ({ status: 'InProgress' }))
    const stop = new AbortController()
    const { made } = animate({}, stop.signal)
    setTimeout(() => stop.abort(), 60)
    await expect(made).rejects.toMatchObject({ message: 'The task ran out of time.' })
  })
})

/** A video of so many bytes as the bucket says, or none, made without a server. */
function made({ bytes = MP4.length, fails = false, height = 720 }) {
  const answer = {
    invocationArn: ARN,
    status: 'Completed',
    outputDataConfig: { s3OutputDataConfig: { s3Uri: 's3://our-videos/x/a.mp4' } },
  }
  const read = async () => {
    if (fails) throw new TypeError('The bucket is away.')
    return { ContentLength: bytes, Body: { transformToByteArray: async () => MP4 } }
  }
  const stand = { client: { send: async () => answer }, s3: { send: read } }
  const operation = lumaAnimate({ ...options, ...(stand as never as LumaOptions) })
  const small = { width: 2, height: 1, data: new Uint8ClampedArray(8) }
  const call = { picture: small, seconds: 9, height: height as 540, loop: false, seed: 0 }
  const context = { signal: new AbortController().signal, token: 't', keepTicket: async () => {} }
  return { price: operation.price(call), video: operation.run(call, context) }
}

it.each([
  [540, 6.75],
  [720, 13.5],
])('a video of nine seconds and %i lines costs %f dollars', async (height, dollars) => {
  const { price, video: content } = made({ height })
  expect([price, (await content).dollars]).toEqual([dollars, dollars])
})

it('a video is read up to 200 megabytes, and what keeps it away is told', async () => {
  const { content } = await made({ bytes: 200_000_000 }).video
  expect(Buffer.from(content)).toEqual(MP4)
  const large = made({ bytes: 200_000_001 }).video
  await expect(large).rejects.toMatchObject({ message: 'The video is too large.' })
  const away = { message: 'The video that was made cannot be read.' }
  await expect(made({ fails: true }).video).rejects.toMatchObject(away)
})
