import { constants, getPriority, setPriority } from 'node:os'
import type { Writable } from 'node:stream'
import type { Size } from '../geometry/size.ts'
import { openSocketPair } from './open-socket-pair.ts'
import type { Workplace } from './read-frames.ts'
import { type Running, runCommand, stopIfAborted } from './run-command.ts'
import type { Command, EncodePlan } from './video-driver.ts'
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
  const starting = startEncoder(driver.encode(plan), signal)
  // Whoever writes is told why it did not start.
  starting.catch(() => {})
  const onTheirWay: Promise<void>[] = []
  let started = false
  return {
    write: async (frame) => {
      const { running, input } = await starting
      running.progressed()
      input.cork()
      if (!started) input.write(matroskaHeader(size, plan.interval))
      started = true
      input.write(matroskaFrameHeader(frame, plan.timescale))
      onTheirWay.push(
        new Promise((resolve) => {
          input.write(frame.planes, () => resolve())
        }),
      )
      input.uncork()
      while (onTheirWay.length > ahead) await Promise.race([onTheirWay.shift(), running.ended])
      running.pause()
      const { exitCode, signalCode } = running.child
      if (exitCode !== null || signalCode !== null) await failed(running)
    },
    finish: async () => {
      const { running, input } = await starting
      running.progressed()
      input.end()
      if ((await running.ended) !== 0) await failed(running)
    },
    abandon: async () => {
      const begun = await starting.catch(() => undefined)
      await begun?.running.kill()
    },
  }

  async function failed(running: Running): Promise<never> {
    const end = await running.ended
    stopIfAborted(signal)
    throw new Error(`The encoder ended with ${end}: ${running.said()}`)
  }
}

/** Starts an encoder, which has time to get ready, and opens the way to it. */
async function startEncoder(
  command: Command,
  signal: AbortSignal | undefined,
): Promise<{ running: Running; input: Writable }> {
  const pair = await openSocketPair()
  const running = runCommand(command, signal, pair && { stdin: pair.other })
  pair?.other.destroy()
  const input = pair?.own ?? running.child.stdin
  if (!input) throw new Error('The encoder has no standard input.')
  // An encoder that ends early closes its input; its exit code says what happened.
  input.on('error', () => {})
  void running.ended.catch(() => {}).then(() => input.destroy())
  running.child.stdout?.resume()
  running.pause()
  giveWay(running.child.pid)
  return { running, input }
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
