import type { Size } from '../../../engine/geometry/size.ts'
import type { FlowEvent, FlowOrder } from '../flow/flow.ts'
import { isGood, type Verdict } from '../judge/verdict.ts'
import { cropOf } from '../modes/crop.ts'
import type { Mode } from '../modes/mode.ts'
import { MODES } from '../modes/modes.ts'
import type { ReadOptions } from '../options/read-options.ts'
import type { CameraFailure, CapturedImage } from '../public-types.ts'
import { TEXTS } from '../texts/texts.ts'
import { createView } from '../view/create-view.ts'
import type { FromWorker } from '../worker/messages.ts'
import { type CameraSource, openSource } from './camera-source.ts'
import type { Emitter } from './emitter.ts'
import { toDataUrl } from './encode-image.ts'
import { Failed } from './failed.ts'
import type { CameraRequest } from './open-camera.ts'
import type { WorkerLink } from './start-worker.ts'
import { createSteadyWords } from './steady-words.ts'
import { createVerdictClock } from './verdict-clock.ts'
import { wordVerdict } from './word-verdict.ts'

export type OpeningOptions = {
  host: HTMLElement
  /** The URL of the folder with the module's files. */
  base: string
  options: ReadOptions
  emit: Emitter['emit']
  link(): Promise<WorkerLink>
  dispatch(event: FlowEvent): void
  /** Whether a picture is waited for. */
  isTaking(): boolean
  fail(error: unknown): void
}

/** One opening of the module: what is shown, the camera, and what it has taken so far. */
export type Opening = {
  carryOut(order: FlowOrder, phase: number): void
  showFailure(failure: CameraFailure): void
  isLoaded(): boolean
  fps(): number
  remove(): void
}

/** The part of loading that is the worker's; the rest is the camera's. */
const WORKER_SHARE = 0.8

/** Where runtime and networks lie, below the module's folder. The build puts it in. */
declare const CAMERA_ASSETS: string

export function createOpening(from: OpeningOptions): Opening {
  const { options, emit, dispatch, fail } = from
  const mode = MODES[options.mode]
  const texts = TEXTS[options.language]
  const shown = { width: options.width, height: options.height }
  const view = createView({
    host: from.host,
    texts,
    shown,
    taken: takenPart(shown, mode),
    outline: mode.outline,
    onClose: () => dispatch('close'),
    onRetry: () => dispatch('restart'),
    onFlip: () => void flip(),
  })
  const words = createSteadyWords(view.say)
  const clock = createVerdictClock()
  let request: CameraRequest = { facing: mode.facing, size: options.video }
  let source: CameraSource | undefined
  let stopCamera = () => {}
  let worker: WorkerLink | undefined
  let cameraOpen = false
  let loaded = false
  let ready = { worker: false, camera: false }
  let attempt = 0
  let phase = 0
  let good = false
  let counting: ReturnType<typeof setTimeout> | undefined
  let images: CapturedImage[] = []
  let last: ImageBitmap | undefined

  const say = (text: string) => words.set(text, performance.now())

  const progress = (done: number): void => {
    view.loading(done)
    emit('loading', Math.round(done * 100))
  }

  const becomeReady = (part: 'worker' | 'camera'): void => {
    ready = { ...ready, [part]: true }
    if (!ready.worker || !ready.camera) return
    progress(1)
    dispatch('ready')
  }

  const openCamera = async (): Promise<void> => {
    attempt += 1
    const mine = attempt
    const wanted = () => mine === attempt
    images = []
    ready = { ...ready, camera: false }
    view.fail(undefined)
    view.still(undefined)
    view.title('')
    say(texts.allow)
    try {
      // The worker loads while the person is asked for the camera.
      const linked = linkWorker(wanted)
      // Nobody has to allow a camera that could not be used.
      linked.catch((error) => wanted() && fail(error))
      const opened = await openSource(
        {
          request,
          least: options.checkResolution ? leastSize(options) : undefined,
          video: view.video,
          linked,
          onOpened: (stop) => {
            stopCamera = stop
            cameraOpen = true
            emit('cameraOpened')
          },
          onUnplugged: () => fail(new Failed(UNPLUGGED)),
        },
        wanted,
      )
      if (!opened) return
      source = opened
      loaded = true
      view.mirror(opened.mirrored)
      emit('loaded')
      if (!wanted()) return
      say(texts.loading)
      becomeReady('camera')
      if (options.flipButton) view.offerFlip((await opened.other()) !== undefined)
    } catch (error) {
      if (wanted()) fail(error)
    }
  }

  const linkWorker = async (wanted: () => boolean): Promise<WorkerLink> => {
    const linked = await from.link()
    if (!wanted()) return linked
    worker = linked
    worker.listen((message) => void receive(message).catch(fail))
    if (!ready.worker) worker.send({ type: 'set up', setup: setup() })
    return linked
  }

  const setup = () => ({
    mode: options.mode,
    thresholds: options.thresholds,
    shown,
    assets: new URL(CAMERA_ASSETS, from.base).href,
  })

  const flip = async (): Promise<void> => {
    const other = await source?.other()
    if (!other) return
    request = other
    dispatch('restart')
  }

  const receive = async (message: FromWorker): Promise<void> => {
    switch (message.type) {
      case 'loading':
        return progress(message.done * WORKER_SHARE)
      case 'loaded':
        return becomeReady('worker')
      case 'verdict':
        return judge(message.verdict)
      case 'next frame':
        return source?.next()
      case 'taken':
        if (!from.isTaking()) return
        return await keep(message)
      case 'refused':
        if (message.instruction) say(texts.instructions[message.instruction])
        return dispatch('refused')
      case 'failed':
        ready = { ...ready, worker: false }
        fail(new Failed(message.failure))
    }
  }

  const judge = (verdict: Verdict): void => {
    const { hasFace, position, frontal, lighting } = verdict
    clock.tick(performance.now())
    good = isGood(verdict)
    view.quality(verdict, good)
    words.offer(
      wordVerdict(verdict, mode.phases[phase] ?? mode.phases[0], texts),
      performance.now(),
    )
    emit('faceQualityChanged', { hasFace, position, frontal, lighting })
    dispatch(good ? 'good' : 'lost')
  }

  const keep = async ({ image, width, height }: FromWorker & { type: 'taken' }): Promise<void> => {
    const encoded = options.imageFormat === 'blob' ? image : await toDataUrl(image)
    last?.close()
    last = await createImageBitmap(image)
    if (!from.isTaking()) return
    images.push({ phase, image: encoded, width, height })
    dispatch('accepted')
  }

  const release = (): void => {
    attempt += 1
    stopCamera()
    stopCamera = () => {}
    source = undefined
    loaded = false
    ready = { ...ready, camera: false }
    view.offerFlip(false)
    view.loading(undefined)
    if (!cameraOpen) return
    cameraOpen = false
    emit('cameraClosed')
  }

  const orders: Partial<Record<FlowOrder, () => void>> = {
    'open camera': () => void openCamera(),
    'announce start': () => {
      view.loading(undefined)
      emit('faceDetectionStarted')
    },
    watch: () => {
      const title = texts.titles[(mode.phases[phase] ?? mode.phases[0]).title]
      const of = mode.phases.length
      view.title(of > 1 ? texts.step(phase + 1, of) : '')
      words.offer(title, performance.now())
      void view.video.play().catch(() => {})
      worker?.send({ type: 'watch', phase })
    },
    count: () => {
      view.count(options.countingDuration)
      counting = setTimeout(() => dispatch('counted'), options.countingDuration)
    },
    'stop counting': () => {
      clearTimeout(counting)
      view.count(0)
    },
    take: () => {
      view.count(0)
      say(texts.checking)
      worker?.send({ type: 'take' })
    },
    deliver: () => {
      view.still(last)
      say(texts.captured)
      emit('faceDetectionCaptured', { mode: options.mode, images })
    },
    hold: () => {
      worker?.send({ type: 'hold' })
      view.video.pause()
      say(texts.paused)
    },
    'release camera': release,
  }
  return {
    carryOut: (order, at) => {
      phase = at
      orders[order]?.()
    },
    showFailure: ({ reason }) => {
      say('')
      view.fail(texts.failures[reason])
    },
    isLoaded: () => loaded,
    fps: () => clock.fps(performance.now()),
    remove: () => {
      release()
      last?.close()
      view.remove()
    },
  }
}

/** The part of the module's picture that is taken, in its own pixels. */
function takenPart({ width, height }: Size, mode: Mode): Size {
  // As of a camera with many pixels, so that the least size of a picture plays no part.
  const crop = cropOf({ width: width * CAMERA, height: height * CAMERA }, { width, height }, mode)
  return { width: crop.width / CAMERA, height: crop.height / CAMERA }
}

const CAMERA = 8

const UNPLUGGED: CameraFailure = {
  reason: 'unplugged',
  message: 'The camera stopped: it was disconnected, or its permission withdrawn.',
}

/** What the mode needs, or what was asked for where that is more. */
function leastSize({ mode, video }: ReadOptions): { long: number; short: number } {
  const { least, takesQuality } = MODES[mode]
  if (!takesQuality) return least
  return {
    long: Math.max(least.long, video.width),
    short: Math.max(least.short, video.height === 1920 ? least.short : video.height),
  }
}
