import litert from 'litert-module-factory'
import type { Vision } from '../../../engine/vision/vision.ts'
import type { Verdict } from '../judge/verdict.ts'
import { MODES } from '../modes/modes.ts'
import { encodePicture } from './encode-picture.ts'
import { createFrameReader } from './frames.ts'
import { createFrameJudge, type FrameJudge } from './judge-frames.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { findWasmFailure, nameFailure } from './name-failure.ts'
import { openNets } from './open-nets.ts'
import { readNewest } from './read-newest.ts'
import type { Setup } from './setup.ts'

// The worker of the camera module: it judges the frames of the camera and takes the picture. One worker serves every
// opening of a page, because loading runtime and networks takes longer than anything else.

const scope = globalThis as unknown as {
  onmessage: (event: { data: ToWorker }) => void
  postMessage(message: FromWorker): void
  addEventListener(type: 'securitypolicyviolation', listen: (event: Blocked) => void): void
}
type Blocked = { effectiveDirective: string }

const reader = createFrameReader()
let blocked: string | undefined
let vision: Promise<Vision> | undefined
let setup: Setup | undefined
let judge: FrameJudge | undefined
let phase: number | undefined
let before: Verdict | undefined
let takeNext = false
let stream: ReadableStreamDefaultReader<VideoFrame> | undefined

scope.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  blocked = effectiveDirective
})

scope.onmessage = ({ data }) => {
  void receive(data).catch((error: unknown) => {
    scope.postMessage({ type: 'failed', failure: nameFailure(error, blocked) })
  })
}

async function receive(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'set up':
      return await load(message.setup)
    case 'stream':
      return await readStream(message.stream)
    case 'frame':
      try {
        await workOff(message.bitmap)
      } finally {
        message.bitmap.close()
        scope.postMessage({ type: 'next frame' })
      }
      return
    case 'watch':
      phase = message.phase
      before = undefined
      return
    case 'hold':
      phase = undefined
      takeNext = false
      return
    case 'take':
      takeNext = true
      return
    case 'end stream': {
      phase = undefined
      takeNext = false
      // Let go of first: the next stream may come while this one is cancelled.
      const ended = stream
      stream = undefined
      await ended?.cancel()
    }
  }
}

async function load(given: Setup): Promise<void> {
  setup = given
  judge = undefined
  phase = undefined
  before = undefined
  const failure = findWasmFailure()
  if (failure) {
    scope.postMessage({ type: 'failed', failure })
    return
  }
  const opening = vision ?? openNets(given.assets, MODES[given.mode], litert)
  vision = opening
  opening.catch(() => {
    vision = undefined
  })
  const nets = await opening
  scope.postMessage({ type: 'loading', done: 0.6 })
  const made = createFrameJudge(given, nets)
  await made.warmUp(blank())
  if (setup !== given) return
  judge = made
  scope.postMessage({ type: 'loaded' })
}

/** Shows nothing, in the shape of most frames: the detector is compiled for the shape. */
function blank() {
  const mode = MODES[setup!.mode]
  const tall = mode.finds === 'face' && mode.aspect !== undefined
  const [width, height] =
    tall || setup!.shown.width <= setup!.shown.height ? [192, 256] : [256, 192]
  return { width, height, data: new Uint8ClampedArray(width * height * 4) }
}

async function readStream(frames: ReadableStream<VideoFrame>): Promise<void> {
  const reading = frames.getReader()
  stream = reading
  await readNewest(reading, workOff)
}

/** Judges a frame, or takes it. */
async function workOff(frame: VideoFrame | ImageBitmap): Promise<void> {
  if (!judge || !setup || phase === undefined) return
  const [current, step] = [judge, phase]
  const picture = await reader.read(frame, MODES[setup.mode], setup.shown)
  if (takeNext) {
    takeNext = false
    phase = undefined
    const { image, picture: decoded } = await encodePicture(picture)
    const refusal = await current.refuse(decoded, step)
    if (refusal) scope.postMessage({ type: 'refused', ...refusal })
    else scope.postMessage({ type: 'taken', image, width: picture.width, height: picture.height })
    return
  }
  const verdict = await current.judge(picture, step, before)
  if (phase !== step) return
  before = verdict
  scope.postMessage({ type: 'verdict', verdict })
}

scope.postMessage({ type: 'here' })
