import { isLargeEnough } from '../modes/crop.ts'
import { Failed } from './failed.ts'
import { type CameraRequest, listCameras, openCamera } from './open-camera.ts'
import { type FrameSender, sendFrames } from './send-frames.ts'
import type { WorkerLink } from './start-worker.ts'

export type SourceOptions = {
  request: CameraRequest
  /** The least sides of its pictures; undefined where they are not checked. */
  least: { long: number; short: number } | undefined
  video: HTMLVideoElement
  /** The worker that gets the frames, once it runs. */
  linked: Promise<WorkerLink>
  /** Told at once, so that the light goes out whatever happens before the camera is shown. */
  onOpened(stop: () => void): void
  onUnplugged(): void
}

/** An open camera, shown in the video and handed to the worker. */
export type CameraSource = {
  /** Whether the person sees themselves, as in a mirror. */
  mirrored: boolean
  /** What to ask for to get another camera; undefined where there is none. */
  other: () => Promise<CameraRequest | undefined>
  next(): void
}

/**
 * Opens a camera and shows it.
 * @param wanted asked when the camera came, which may take a person's minute: false drops it again
 * @returns undefined where it is not wanted any more
 * @throws Failed
 */
export async function openSource(
  { request, least, video, linked, onOpened, onUnplugged }: SourceOptions,
  wanted: () => boolean,
): Promise<CameraSource | undefined> {
  const stream = await openCamera(request)
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  const [track] = stream.getVideoTracks()
  if (!wanted() || !track) {
    stopTracks()
    return undefined
  }
  let sender: FrameSender | undefined
  const stop = () => {
    track.onended = null
    sender?.stop()
    stopTracks()
    video.srcObject = null
  }
  onOpened(stop)
  track.onended = onUnplugged
  try {
    await show(stream, video)
    if (wanted()) requireSize(video, least)
    const worker = await linked
    if (!wanted()) {
      stop()
      return undefined
    }
    sender = sendFrames(video, track, worker)
  } catch (error) {
    stop()
    throw error
  }
  const settings = track.getSettings()
  return {
    mirrored: (settings.facingMode ?? request.facing) === 'user',
    other: () => otherCamera(request, settings),
    next: () => sender?.next(),
  }
}

async function show(stream: MediaStream, video: HTMLVideoElement): Promise<void> {
  video.srcObject = stream
  await video.play().catch((error: DOMException) => {
    // Taking the stream away again ends the attempt.
    if (error.name !== 'AbortError')
      throw new Failed({ reason: 'camera-failed', message: error.message })
  })
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || !video.srcObject) return
  await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
}

/** Checked on the video: the settings of a track can name the sensor's size instead. */
function requireSize(
  { videoWidth: width, videoHeight: height }: HTMLVideoElement,
  least: SourceOptions['least'],
): void {
  if (!least || isLargeEnough({ width, height }, least)) return
  throw new Failed({
    reason: 'low-resolution',
    message:
      `The camera gives ${width} x ${height} pixels; ${least.long} on the long side and ${least.short} on the ` +
      'short one are needed.',
  })
}

/** The camera that looks the other way, or the next of the list where cameras do not say which way they look. */
async function otherCamera(
  request: CameraRequest,
  { facingMode, deviceId }: MediaTrackSettings,
): Promise<CameraRequest | undefined> {
  const cameras = await listCameras()
  if (cameras.length < 2) return undefined
  if (facingMode === 'user' || facingMode === 'environment') {
    const facing = facingMode === 'user' ? 'environment' : 'user'
    return { facing, size: request.size }
  }
  const at = cameras.findIndex((one) => one.deviceId === deviceId)
  return { ...request, deviceId: cameras[(at + 1) % cameras.length]!.deviceId }
}
