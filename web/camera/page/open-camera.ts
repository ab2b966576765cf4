import type { Size } from '../../../engine/geometry/size.ts'
import { Failed } from './failed.ts'

export type CameraRequest = {
  facing: 'user' | 'environment'
  /** What is asked for, pixels in landscape. */
  size: Size
  /** A certain camera, in place of the one that looks that way. */
  deviceId?: string | undefined
}

/** Infrared cameras, made for signing in, are listed beside the others and sometimes given first. */
const INFRARED = /infra-?red|\bIR\b/i

/**
 * Opens a camera. The size is a wish: exact sizes fail in some browsers for a phone held upright, and make others take
 * the wrong camera; what came is to be read from the video.
 * @throws Failed that says what is in the way
 */
export async function openCamera(request: CameraRequest): Promise<MediaStream> {
  const { mediaDevices } = navigator
  if (!mediaDevices?.getUserMedia) {
    throw new Failed({
      reason: window.isSecureContext ? 'unsupported-browser' : 'insecure-context',
      message: window.isSecureContext
        ? 'The browser gives pages no camera.'
        : 'Cameras are only given to pages of https and of localhost.',
    })
  }
  try {
    const stream = await mediaDevices.getUserMedia(constraintsOf(request))
    return await avoidInfrared(stream, request)
  } catch (error) {
    throw failedFor(error)
  }
}

function constraintsOf({ facing, size, deviceId }: CameraRequest): MediaStreamConstraints {
  return {
    audio: false,
    video: {
      ...(deviceId === undefined
        ? { facingMode: { ideal: facing } }
        : { deviceId: { exact: deviceId } }),
      width: { ideal: size.width },
      height: { ideal: size.height },
      frameRate: { ideal: 30 },
      // Pixels of the sensor rather than enlarged ones. TypeScript does not know of it yet, hence the spread.
      ...{ resizeMode: { ideal: 'none' } },
    },
  }
}

async function avoidInfrared(stream: MediaStream, request: CameraRequest): Promise<MediaStream> {
  const [track] = stream.getVideoTracks()
  if (!track || request.deviceId !== undefined || !INFRARED.test(track.label)) return stream
  const other = (await listCameras()).find(({ label }) => !INFRARED.test(label))
  if (!other) return stream
  track.stop()
  return await navigator.mediaDevices.getUserMedia(
    constraintsOf({ ...request, deviceId: other.deviceId }),
  )
}

/** The cameras of the device. Without permission they have no labels. */
export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.()) ?? []
  return devices.filter(({ kind }) => kind === 'videoinput')
}

/** By the name of the error (W3C, Media Capture and Streams, getUserMedia). */
function failedFor(error: unknown): Failed {
  if (error instanceof Failed) return error
  const { name, message } = error as DOMException
  const cause = { cause: error }
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return new Failed(
        {
          reason: 'denied',
          message:
            'The camera was not allowed: by the person, by the system, or by the Permissions-Policy of the page or its ' +
            `frame (allow="camera"). ${message}`,
        },
        cause,
      )
    case 'NotFoundError':
      return new Failed({ reason: 'no-camera', message: 'There is no camera.' }, cause)
    case 'NotReadableError':
    case 'AbortError':
      return new Failed(
        {
          reason: 'in-use',
          message: `The camera cannot be read: another program uses it. ${message}`,
        },
        cause,
      )
    case 'OverconstrainedError':
      return new Failed({ reason: 'no-camera', message: 'The camera asked for is gone.' }, cause)
    default:
      return new Failed({ reason: 'camera-failed', message: `${name}: ${message}` }, cause)
  }
}
