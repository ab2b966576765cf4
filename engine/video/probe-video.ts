import { Fault } from '../../catalog/failures/fault.ts'
import { parseProbe } from './parse-probe.ts'
import { requireIndex } from './require-index.ts'
import { requireBounded, runCommand, stopIfAborted } from './run-command.ts'
import type { VideoDriver } from './video-driver.ts'
import type { VideoInfo } from './video-info.ts'

/** Bytes of answer: about 250,000 packets, more than any feature takes. */
const MOST_ANSWER = 40_000_000

/**
 * Reads what a video file holds, from its index and not from what its header claims: nothing is decoded.
 * @throws Fault `unreadable` for what is no video, or is damaged or cut off, `unsupported` for more frames than any
 * feature takes
 */
export async function probeVideo(
  path: string,
  driver: VideoDriver,
  signal?: AbortSignal,
): Promise<VideoInfo> {
  await requireIndex(path)
  const running = runCommand(driver.probe(path), signal)
  const chunks: Buffer[] = []
  let bytes = 0
  running.child.stdout?.on('data', (chunk: Buffer) => {
    running.progressed()
    bytes += chunk.length
    if (bytes > MOST_ANSWER) void running.kill()
    else chunks.push(chunk)
  })
  const end = await running.ended
  stopIfAborted(signal)
  requireBounded(running)
  if (bytes > MOST_ANSWER)
    throw new Fault('unsupported', 'The video has more frames than can be worked on.')
  if (end !== 0)
    throw new Fault('unreadable', 'The file is no video that can be read, or it is damaged.')
  return parseProbe(JSON.parse(Buffer.concat(chunks).toString('utf8')), path)
}
