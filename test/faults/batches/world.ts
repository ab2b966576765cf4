import type { Batch, Batches } from '../../../functions/pipeline/core/ports/batch.ts'
import { batchDefinition } from '../../../lib/workflow/batch-definition.ts'
import type { StatusChangeEvent } from '../../../local/step-functions/run/status-change-event.ts'
import { refusedInvocation } from '../crowded.ts'
import { createdEvent, newBuckets } from '../files.ts'
import { invoke } from '../invocation.ts'
import { newStepFunctions } from '../machine.ts'
import { type Delivery, newQueue } from '../queue.ts'
import { newWorld, type WorldOptions } from '../world.ts'
import { type BatchFunctionName, batchFunctionsOf, mapObjects } from './functions.ts'
import { writeManifest } from './manifest.ts'
import { type MemoryTable, memoryTable } from './memory-table.ts'
import { newOperator } from './operator.ts'

/** A deliberately broken copy of a rule. */
export type BatchVariant = {
  batches?: (batches: Batches, table: MemoryTable) => Batches
  definition?: (definition: object) => object
}

export type BatchWorldOptions = Omit<WorldOptions, 'variant' | 'shared' | 'files'> & {
  variant?: BatchVariant | undefined
}

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:'
const ARNS = {
  readManifest: `${ARN}read-manifest`,
  workChunk: `${ARN}work-chunk`,
  reportChunk: `${ARN}report-chunk`,
  closeBatch: `${ARN}close-batch`,
}
/** More than a run ever copies of a manifest. */
const SEQUENCE = 200_000

/** One call of a function for a chunk of a batch. */
export type ChunkCall = { fn: string; batch: string; chunk: number; at: number }

/** The pipeline, the service and a batch on virtual time. */
export function newBatchWorld({ timeline, dice, room, name, variant = {} }: BatchWorldOptions) {
  const around = { timeline, dice }
  const objects = newBuckets(around)
  const steps = newStepFunctions({
    room,
    clock: timeline,
    random: () => dice.roll('jitter'),
    objects: mapObjects(objects),
  })
  const table = memoryTable()
  const world = newWorld({
    timeline,
    dice,
    room,
    name,
    shared: { steps, objects },
    files: dice.between('files', 0, 1),
    variant: {
      ports: (own) => ({
        ...own,
        announce: async (event) => {
          await own.announce(event)
          if (event.batched) {
            ends.send(JSON.stringify({ detail: event }))
          }
        },
      }),
    },
  })
  const definition = batchDefinition({
    partition: 'aws',
    functions: ARNS,
    results: { bucket: world.ports.buckets.results, prefix: 'results/' },
  })
  const chunkCalls: ChunkCall[] = []
  const workflow = steps.machine({
    name: `${name}-batches`,
    definition: variant.definition?.(definition) ?? definition,
    invoke: async (arn, payload) => {
      const fn = arn.slice(ARN.length) as BatchFunctionName
      const { batch, chunk } = payload as { batch: string; chunk?: number }
      if (chunk !== undefined) chunkCalls.push({ fn, batch, chunk, at: timeline.now() })
      return refusedInvocation(fn, around) ?? (await run(fn, payload))
    },
    onStatusChange: (event) => void changed(event),
  })
  const functions = batchFunctionsOf(world.ports, {
    table,
    workflow,
    objects,
    manifests: (body, seconds) => manifests.send(body, seconds),
    ends: (body, seconds) => ends.send(body, seconds),
    broken: (own) => variant.batches?.(own, table) ?? own,
  })
  const run = (fn: BatchFunctionName, input: unknown) =>
    invoke(fn, functions[fn].limitMs, (it) => functions[fn].run(input as never, it), around)
  const worked = (fn: BatchFunctionName) => async (_: string, message: Delivery) =>
    'payload' in (await run(fn, message))
  const manifests = newQueue(
    { name: 'manifests', visibilityMs: 180_000, attempts: 8, work: worked('start-batch') },
    around,
  )
  const ends = newQueue(
    { name: 'ends', visibilityMs: 180_000, attempts: 8, work: worked('end-item') },
    around,
  )

  const unclosed: string[] = []
  /** EventBridge's rule of batches that failed or go on: at least once, three tries, then the dead letters. */
  const changed = async (event: StatusChangeEvent): Promise<void> => {
    if (!['RUNNING', 'FAILED', 'TIMED_OUT', 'ABORTED'].includes(event.detail.status)) return
    const copies = dice.strikes('twice', 'batch rule') ? 2 : 1
    for (let copy = 0; copy < copies; copy++) void close(event)
  }
  const close = async (event: StatusChangeEvent): Promise<void> => {
    const late = dice.strikes('late', 'batch rule')
      ? dice.between('batch rule late', 0, 600_000)
      : 50
    await timeline.pause(late)
    for (const wait of [0, 60_000, 120_000]) {
      await timeline.pause(wait)
      if ('payload' in (await run('close-batch', event))) return
    }
    unclosed.push(event.detail.name)
  }

  const manifest = writeManifest({ ...around, objects })
  timeline.setTimeout(() => manifests.send(manifest.event), dice.between('manifest', 0, 60_000))

  let sequence = SEQUENCE
  const operator = newOperator({
    objects,
    workflow,
    written: (key, written) => {
      sequence += 1
      manifests.send(createdEvent(key, written, { sequence, now: timeline.now() }))
    },
  })
  const batches = (): Batch[] =>
    table.items().filter(({ entry }) => entry === 'batch') as unknown as Batch[]
  const redriven: { batch: string; at: number; how: string; done: Set<number> }[] = []
  /** Chunks whose children had succeeded. */
  const doneChunks = (batch: string): Set<number> =>
    new Set(
      workflow
        .children('Chunk')
        .filter(({ status }) => status === 'SUCCEEDED')
        .map(({ input }) => JSON.parse(input) as { batch: string; chunk: { chunk: number } })
        .filter((child) => child.batch === batch)
        .map(({ chunk }) => chunk.chunk),
    )
  const operate = async (): Promise<void> => {
    if (dice.strikes('stop', 'batch')) {
      await timeline.pause(dice.between('batch stopped', 1_000, 400_000))
      for (const batch of batches()) await operator.stop(batch).catch(() => undefined)
    }
    for (let tries = 0; tries < 3 && dice.strikes('redrive', 'batch'); tries++) {
      await timeline.pause(dice.between('batch redriven', 1_000, 1_000_000))
      for (const batch of batches().filter(({ status }) => status === 'failed')) {
        const done = doneChunks(batch.id)
        const { how = 'not' } = await operator.redrive(batch).catch(() => ({}) as { how?: string })
        redriven.push({ batch: batch.id, at: timeline.now(), how, done })
      }
    }
  }
  void operate()

  return {
    ...world,
    batchWorkflow: workflow,
    batches,
    manifest,
    redriven,
    chunkCalls,
    batchLost: { manifests: manifests.dead, ends: ends.dead, unclosed },
    objects,
  }
}

export type BatchWorld = ReturnType<typeof newBatchWorld>
