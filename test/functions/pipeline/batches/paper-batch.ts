import { s3BatchObjects } from '../../../../functions/pipeline/adapters/s3-batch-objects.ts'
import { type Batch, type Batches, NO_COUNTS } from '../../../../functions/pipeline/ports/batch.ts'
import { type Made, paperS3 } from './paper-s3.ts'

/** A batch whose manifest is whatever `made` makes of it. */
export const PAPER_BATCH: Batch = {
  ...{ id: 'batch-1', status: 'running', recipe: 'slim', concurrency: 100, tolerated: 50 },
  manifest: { bucket: 'drop', key: 'batches/slim/m.jsonl', version: 'v1' },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...NO_COUNTS,
}

/**
 * What the functions that take a batch whole work with, over objects that are made when they are asked for: what they
 * write lies in files of `folder` until `close`. `linesOf` gives the lines of one of the batch's files.
 */
export function paperBatch(folder: string, made: Made) {
  const { s3, read, close } = paperS3(folder, made)
  const batches = {
    get: async () => PAPER_BATCH,
    setTotal: async () => undefined,
    finish: async () => undefined,
  } as unknown as Batches
  const results = { bucket: 'results', prefix: 'results/' }
  const linesOf = <Line>(name: string): Line[] =>
    read(`/results/results/batches/${PAPER_BATCH.id}/${name}.jsonl`)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  return { deps: { batches, objects: s3BatchObjects(s3), results, now: Date.now }, linesOf, close }
}
