import { openEngine } from '../../engine/perform.ts'
import { onePerson } from '../../samples/one-person.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { videoBytes } from '../engine/video/video-bytes.ts'
import { watchMemory } from './watch-memory.ts'

/**
 * Two videos of 1920 × 1080 whose background is replaced at once in this process, and the most memory that it and its
 * decoders and encoders hold together. `--frames=300`.
 */
export async function videoPair(flags: readonly string[]): Promise<void> {
  const count = Number(flags.find((flag) => flag.startsWith('--frames='))?.slice(9) ?? 300)
  const [width, height] = [1920, 1080]
  const { draw } = await drawWalk(width, height, count)
  const src = await videoBytes({ width, height, pts: evenly(count, 512), draw })
  const { png: ref } = await onePerson()
  const engine = openEngine()
  await engine.warm()
  const before = process.memoryUsage().rss
  const memory = watchMemory()
  const began = performance.now()
  const request = { feature: 'bg-replace-vid', stage: 'effect' as const, params: {} }
  const both = [engine.perform({ ...request, files: { src, ref } })]
  both.push(engine.perform({ ...request, files: { src, ref } }))
  await Promise.all(both)
  const seconds = (performance.now() - began) / 1000
  const { rss, all } = memory()
  console.log('two of 1080p at once  frames each  seconds  MB before  MB at most  with children')
  console.log(
    `${'bg-replace-vid'.padEnd(20)} ${String(count).padStart(12)} ${seconds.toFixed(1).padStart(8)} ` +
      `${mb(before).padStart(10)} ${mb(rss).padStart(11)} ${mb(all).padStart(14)}`,
  )
  await engine.close()
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
