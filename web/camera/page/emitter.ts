import type { CameraEvents, CameraKit } from '../public-types.ts'

type Listener = { event: string; call: (...args: never[]) => void }

export type Emitter = Pick<CameraKit, 'addEventListener' | 'removeEventListener'> & {
  emit<Name extends keyof CameraEvents>(event: Name, ...args: CameraEvents[Name]): void
}

const EVENTS = new Set<string>([
  'opened',
  'loading',
  'loaded',
  'closed',
  'faceDetectionStarted',
  'cameraOpened',
  'cameraClosed',
  'cameraFailed',
  'unsupportedResolution',
  'faceQualityChanged',
  'faceDetectionCaptured',
] satisfies (keyof CameraEvents)[])

/** Listeners of a page. What one of them throws is reported as uncaught, and the others are still told. */
export function createEmitter(): Emitter {
  const listeners = new Map<number, Listener>()
  let last = 0
  return {
    addEventListener: (event, listener) => {
      if (!EVENTS.has(event)) throw new Error(`There is no event ${event}.`)
      if (typeof listener !== 'function') throw new Error('The listener must be a function.')
      last += 1
      listeners.set(last, { event, call: listener as Listener['call'] })
      return last
    },
    removeEventListener: (id) => {
      listeners.delete(id)
    },
    emit: (event, ...args) => {
      for (const { event: wanted, call } of [...listeners.values()]) {
        if (wanted !== event) continue
        try {
          call(...(args as never[]))
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
