import type { WorkerLink } from './start-worker.ts'

/** Hands the frames of a video to the worker, until it is stopped. */
export type FrameSender = {
  /** The worker has worked off a frame, or cannot read the stream. */
  next(): void
  stop(): void
}

type Processor = new (options: {
  track: MediaStreamTrack
  maxBufferSize?: number
}) => { readable: ReadableStream<VideoFrame> }

/**
 * Sends every frame as it comes. Where the browser reads tracks in pages (Chromium), the worker gets the stream itself
 * and copies what it needs in 3 ms; elsewhere a picture of each frame is sent, one at a time.
 */
export function sendFrames(
  video: HTMLVideoElement,
  track: MediaStreamTrack,
  worker: WorkerLink,
): FrameSender {
  const { MediaStreamTrackProcessor } = globalThis as { MediaStreamTrackProcessor?: Processor }
  if (MediaStreamTrackProcessor) {
    try {
      const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 1 })
      worker.send({ type: 'stream', stream: readable }, [readable])
      return { next: () => {}, stop: () => worker.send({ type: 'end stream' }) }
    } catch {
      // The stream cannot be handed over here: pictures can.
    }
  }
  return sendPictures(video, worker)
}

function sendPictures(video: HTMLVideoElement, worker: WorkerLink): FrameSender {
  let stopped = false
  const send = async (): Promise<void> => {
    if (stopped) return
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.paused) {
      soon(video, send)
      return
    }
    const bitmap = await createImageBitmap(video).catch(() => undefined)
    if (stopped) return bitmap?.close()
    if (bitmap) worker.send({ type: 'frame', bitmap }, [bitmap])
    else soon(video, send)
  }
  soon(video, send)
  return {
    next: () => soon(video, send),
    stop: () => {
      stopped = true
      worker.send({ type: 'end stream' })
    },
  }
}

/** A browser that calls back for no frame of a camera (WebKitGTK) is not waited for longer, milliseconds. */
const LATEST_MS = 100

/** At the video's next frame, or the screen's in browsers that do not tell. */
function soon(video: HTMLVideoElement, send: () => Promise<void>): void {
  let sent = false
  const run = () => {
    clearTimeout(timer)
    if (!sent) void send()
    sent = true
  }
  const timer = setTimeout(run, LATEST_MS)
  if ('requestVideoFrameCallback' in video && !video.paused) video.requestVideoFrameCallback(run)
  else requestAnimationFrame(run)
}
