import type { Size } from '../raster/picture.ts'
import type { Workplace } from './read-frames.ts'
import { runCommand, stopIfAborted } from './run-command.ts'
import type { EncodePlan } from './video-driver.ts'
import type { Frame } from './video-info.ts'
import { matroskaFrameHeader, matroskaHeader } from './write-matroska.ts'

export type VideoWriter = {
  /** Takes one frame; settles when it is with the encoder. Frames come in the order of their times. */
  write(frame: Frame): Promise<void>
  /** Settles when the file is whole. */
  finish(): Promise<void>
  /** Ends the encoder without a result; harmless after `finish`. */
  abandon(): Promise<void>
}

/** Starts to write a video of frames of one size. */
export function writeVideo(
  plan: EncodePlan,
  size: Size,
  { driver, signal }: Workplace,
): VideoWriter {
  const running = runCommand(driver.encode(plan), signal)
  const pipe = running.child.stdin
  if (!pipe) throw new Error('The encoder has no standard input.')
  running.child.stdout?.resume()
  // Of two frames, one is being encoded while the other is made.
  const send = async (bytes: Uint8Array): Promise<void> => {
    running.progressed()
    const sent = new Promise<void>((resolve) => {
      pipe.write(bytes, () => resolve())
    })
    await Promise.race([sent, running.ended])
  }
  let started = false
  return {
    write: async (frame) => {
      if (!started) await send(matroskaHeader(size, plan.interval))
      started = true
      await send(matroskaFrameHeader(frame, plan.timescale))
      await send(frame.planes)
      running.pause()
      if (running.child.exitCode !== null) await failed()
    },
    finish: async () => {
      running.progressed()
      pipe.end()
      if ((await running.ended) !== 0) await failed()
    },
    abandon: running.kill,
  }

  async function failed(): Promise<never> {
    const end = await running.ended
    stopIfAborted(signal)
    throw new Error(`The encoder ended with ${end}: ${running.said()}`)
  }
}
