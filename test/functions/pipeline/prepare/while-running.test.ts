import { beforeAll, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { VideoRule } from '../../../../catalog/files/file-rule.ts'
import { engineVideos } from '../../../../functions/pipeline/prepare/engine-videos.ts'
import { whileRunning } from '../../../../functions/pipeline/prepare/while-running.ts'
import { evenly } from '../../../engine/video/draw-video.ts'
import { videoBytes } from '../../../engine/video/video-bytes.ts'

const RULE = findFeature('bg-replace-vid')?.files.src as VideoRule

/** A MOV, which the feature does not take. */
let mov: Buffer
beforeAll(async () => {
  const bytes = await videoBytes({ pts: evenly(600, 512) })
  mov = Buffer.from(bytes.toString('latin1').replace('ftypisom', 'ftypqt  '), 'latin1')
})

/** Converts it for a job that has a status at each look. */
function convert(statusAt: (look: number) => string) {
  const written: Uint8Array[] = []
  let looks = 0
  const jobs = { get: async () => ({ status: statusAt(looks++) }) as never }
  const write = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const part of bytes) written.push(part)
  }
  const made = whileRunning('job-1', (signal) => engineVideos().prepare(mov, RULE, write, signal), {
    jobs,
    lookEvery: 1,
  })
  return { made, written, looks: () => looks }
}

test('a conversion ends with its job, and writes nothing', async () => {
  const { made, written } = convert((look) => (look < 50 ? 'running' : 'failed'))
  await expect(made).rejects.toMatchObject({ code: 'JobAborted' })
  expect(written).toEqual([])
})

test('a conversion goes on while its job runs, and while nobody can tell', async () => {
  const { made, written, looks } = convert((look) => {
    if (look % 2 === 0) throw new Error('The table is busy.')
    return 'running'
  })
  expect((await made)?.sent).toMatchObject({ frames: 600 })
  expect(Buffer.concat(written).toString('latin1', 4, 8)).toBe('ftyp')
  expect(looks()).toBeGreaterThan(10)
})
