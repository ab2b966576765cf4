import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropLong } from '../stack/drop-long.ts'
import { startMortal } from '../stack/kill-loop.ts'
import { peakMemory } from '../stack/peak-memory.ts'
import { putRecipe } from '../stack/put-recipe.ts'
import { endedJob } from '../stack/read-job.ts'
import { flagValue } from './flag-value.ts'
import { videoEffects } from './video-effects.ts'
import { videoPair } from './video-pair.ts'

/**
 * Each effect beside plain transcoding (`--effects` for that alone), two at once (`--pair`), and the most memory a run
 * has while a long video goes through it, by URL and by upload: with an engine that reads it and gives another one
 * back, and with the real one, which finds that it is no video. `--bytes=200000000`.
 */
export async function video(flags: readonly string[]): Promise<void> {
  if (!flags.includes('--pair')) await videoEffects(flags)
  if (flags.includes('--effects')) return
  await videoPair(flags)
  if (flags.includes('--pair')) return
  const bytes = Number(flagValue(flags, 'bytes') ?? 200_000_000)
  console.log(`${'engine, way'.padEnd(20)} ${'job'.padEnd(36)} seconds  MB before  MB at most`)
  for (const kind of ['streaming', 'real']) {
    for (const transfer of ['url', 'upload']) {
      const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
      const { run, pid, kill } = await startMortal(dataDir, kind)
      try {
        const parameters = { template_id: 'watercolour', dst_duration: 5 }
        await putRecipe(run, 'video', { transfer, steps: [{ feature: 'video-trans', parameters }] })
        const before = peakMemory(pid)
        const began = performance.now()
        const { job } = await dropLong(run, 'video', bytes)
        const { status, failure, results = [] } = await endedJob(run, job, 900_000)
        const seconds = (performance.now() - began) / 1000
        const how = failure?.code ?? `${status}, ${results[0]?.size} bytes`
        console.log(
          `${`${kind}, ${transfer}`.padEnd(20)} ${how.padEnd(36)} ${seconds.toFixed(1).padStart(7)}  ${mb(before)}  ${mb(peakMemory(pid)).padStart(10)}`,
        )
      } finally {
        await kill()
        await rm(dataDir, { recursive: true, force: true })
      }
    }
  }
}

function mb(bytes = 0): string {
  return (bytes / 1e6).toFixed(0).padStart(9)
}
