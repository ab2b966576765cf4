import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { batchId } from '../batches/batch-names.ts'
import { type Batches, NO_COUNTS } from '../ports/batch.ts'
import type { BatchObjects } from '../ports/batch-objects.ts'
import { droppedObject, recipeOf } from '../start/dropped-object.ts'

export type StartBatchDeps = {
  batches: Batches
  objects: Pick<BatchObjects, 'head'>
  sfn: Pick<SFNClient, 'send'>
  batchMachineArn: string
  now: () => number
}

/** User metadata of a manifest: files at once, and the per cent of them that may fail. */
export const CONCURRENCY_METADATA = 'darkroom-concurrency'
export const TOLERATED_METADATA = 'darkroom-tolerated-failures'

const DEFAULTS = { concurrency: 100, tolerated: 50 }
const MAX_CONCURRENCY = 10_000

/**
 * Begins the one batch of a manifest's version. Its execution has the batch's name and an input made from that version
 * alone, so a repeated event begins nothing.
 */
export async function startBatch(
  message: string,
  { batches, objects, sfn, batchMachineArn, now }: StartBatchDeps,
): Promise<{ batch?: string; outcome: 'started' | 'duplicate' | 'ignored' }> {
  const source = droppedObject(JSON.parse(message))
  const facts = source && (await objects.head(source))
  if (!source || !facts) return { outcome: 'ignored' }
  const { bucket, key, version } = source
  const manifest = { bucket, key, version }
  const batch = batchId(manifest)
  const concurrency = integerWithin(
    facts.metadata[CONCURRENCY_METADATA],
    1,
    MAX_CONCURRENCY,
    DEFAULTS.concurrency,
  )
  const tolerated = integerWithin(facts.metadata[TOLERATED_METADATA], 0, 100, DEFAULTS.tolerated)
  const recipe = recipeOf(key)
  await batches.create({
    ...{ id: batch, status: 'running', recipe, manifest, concurrency, tolerated },
    ...NO_COUNTS,
    createdAt: new Date(now()).toISOString(),
  })
  try {
    await sfn.send(
      new StartExecutionCommand({
        stateMachineArn: batchMachineArn,
        name: batch,
        input: JSON.stringify({ batch, concurrency }),
      }),
    )
    return { batch, outcome: 'started' }
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return { batch, outcome: 'duplicate' }
    throw error
  }
}

/** A whole number between two bounds, or what stands in for one that is missing or out of them. */
function integerWithin(
  text: string | undefined,
  least: number,
  most: number,
  other: number,
): number {
  const number = Number(text ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : other
}
