import type { Instruction, Verdict } from '../judge/verdict.ts'
import type { CameraFailure } from '../public-types.ts'
import type { Setup } from './setup.ts'

/** From the page to the worker. */
export type ToWorker =
  | { type: 'set up'; setup: Setup }
  /** The frames of the camera, where the browser can hand them over as a stream. */
  | { type: 'stream'; stream: ReadableStream<VideoFrame> }
  /** One frame, where it cannot. */
  | { type: 'frame'; bitmap: ImageBitmap }
  | { type: 'watch'; phase: number }
  | { type: 'hold' }
  | { type: 'take' }
  | { type: 'end stream' }

/** From the worker to the page. */
export type FromWorker =
  /** The script runs. */
  | { type: 'here' }
  /** How much of runtime and networks is loaded, 0–1. */
  | { type: 'loading'; done: number }
  | { type: 'loaded' }
  | { type: 'verdict'; verdict: Verdict }
  /** A frame was worked off; the next one is welcome. */
  | { type: 'next frame' }
  | { type: 'taken'; image: Blob; width: number; height: number }
  | { type: 'refused'; instruction: Instruction; message: string }
  | { type: 'failed'; failure: CameraFailure }
