import { constants, getPriority, setPriority } from 'node:os'
import type { Size } from '../raster/picture.ts'
import type { Workplace } from './read-frames.ts'
import { runCommand, stopIfAborted } from './run-command.ts'
import type { EncodePlan } from './video-driver.ts'
import type { Frame } from './video-info.ts'
import { matroskaFrameHeader, matroskaHeader } from './write-matroska.ts'

/** By how much an encoder's niceness is above that of this process. */
const NICER = 5

export type VideoWriter = {
  /**
   * Takes one frame, which must not be changed until it is with the encoder; settles when all but the last `ahead` are.
   * Frames come in the order of their times.
   */
  write(frame: Frame): Promise<void>
  /** Settles when the file is whole. */
  finish(): Promise<void>
  /** Ends the encoder without a result; harmless after `finish`. */
  abandon(): Promise<void>
}

/**
 * Starts to write a video of frames of one size. The encoder starts at once, and may wait for its first frame.
 * @param ahead frames that may be on their way while the next one is made; an encoder takes them at its own pace
 */
export function writeVideo(
  plan: EncodePlan,
  size: Size,
  { driver, signal }: Workplace,
  ahead = 0,
): VideoWriter {
  const running = runCommand(driver.encode(plan), signal)
  const pipe = running.child.stdin
  if (!pipe) throw new Error('The encoder has no standard input.')
  running.child.stdout?.resume()
  running.pause()
  giveWay(running.child.pid)
  const onTheirWay: Promise<void>[] = []
  let started = false
  return {
    write: async (frame) => {
      running.progressed()
      pipe.cork()
      if (!started) pipe.write(matroskaHeader(size, plan.interval))
      started = true
      pipe.write(matroskaFrameHeader(frame, plan.timescale))
      onTheirWay.push(
        new Promise((resolve) => {
          pipe.write(frame.planes, () => resolve())
        }),
      )
      pipe.uncork()
      while (onTheirWay.length > ahead) await Promise.race([onTheirWay.shift(), running.ended])
      running.pause()
      const { exitCode, signalCode } = running.child
      if (exitCode !== null || signalCode !== null) await failed()
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

/**
 * Lets an encoder give way to those who make its frames. Its threads alone keep two cores busy, and the next frame,
 * without which they soon have nothing to do, would wait for one of them.
 */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER))
  } catch {
    // Where it may not, it competes.
  }
}
