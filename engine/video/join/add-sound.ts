import type { Workplace } from '../read-frames.ts'
import { runCommand, stopIfAborted } from '../run-command.ts'
import type { SoundPlan } from '../video-driver.ts'

/** Writes a coded video once more with the sound of another file beside it, and its index in front. */
export async function addSound(plan: SoundPlan, { driver, signal }: Workplace): Promise<void> {
  const running = runCommand(driver.addSound(plan), signal)
  running.child.stdout?.resume()
  const end = await running.ended
  stopIfAborted(signal)
  if (end !== 0) throw new Error(`The segments could not be joined (${end}): ${running.said()}`)
}
