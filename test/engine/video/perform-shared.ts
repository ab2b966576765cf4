import type { VideoExtent } from '../../../catalog/limits/video-shares.ts'
import type { Engine, PerformRequest } from '../../../engine/perform.ts'
import type { VideoShare } from '../../../engine/performers/performer.ts'

/** A video that several workers made, what they were asked about, and the progress that each of them told. */
export type Shared = {
  bytes: Uint8Array
  seconds: number | undefined
  asked: VideoExtent[]
  told: string[][]
}

/** Makes a video as several workers do: it is surveyed, each makes a segment, and one joins them. */
export async function performShared(
  engine: Engine,
  request: PerformRequest,
  workers: number,
): Promise<Shared> {
  const asked: VideoExtent[] = []
  const { shared, output, seconds } = await engine.perform(request, {
    workersFor: (video) => {
      asked.push(video)
      return workers
    },
  })
  if (output || !shared) throw new Error('One worker made all of it.')
  const { count, surveys } = shared
  const made: Uint8Array[] = []
  const told: string[][] = []
  for (const [nth, survey] of surveys.entries()) {
    const share: VideoShare = { make: 'segment', nth, count, survey }
    const progress: string[] = []
    const onFrames = (done: number, total: number) => void progress.push(`${done} of ${total}`)
    const segment = await engine.perform({ ...request, share }, { onFrames })
    told.push(progress)
    made.push(segment.output!.bytes)
  }
  const whole: VideoShare = { make: 'whole', count, segment: async (nth) => made[nth]! }
  const joined = await engine.perform({ ...request, share: whole })
  return { bytes: joined.output!.bytes, seconds, asked, told }
}
