import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { fewOrAll } from '../setup/sampled.ts'
import { type CameraPhoto, cameraPhotos } from './camera-photos.ts'
import { connect } from './connect.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { endedJob } from './read-job.ts'
import { type Process, startProcess } from './start-process.ts'
import { residentMemory, watchMemory } from './watch-memory.ts'

/** What a run may hold at rest, bytes. */
const AT_REST = 1e9

const RECIPES = ['softer-face', 'slim', 'clear-skin']

/** How long it may take until no more than {@link AT_REST} is left: threads end half a minute after their work. */
const REST_MS = 120_000

/**
 * Drops `count` photos of all kinds at once into a run of its own that may take `memory` bytes. Expects that it never
 * takes more, with what it started, and that it gives back what it took.
 * @param factor of the photos' sides
 */
export async function expectBoundedMemory(
  count: number,
  { memory, factor }: { memory: number; factor: number },
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-memory-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = await startProcess(dataDir, memoryOption(memory))
  await expectWithinMemory(run, count, { memory, factor })
}

/** What gives a `darkroom start` so many bytes. */
export function memoryOption(memory: number): string[] {
  return ['--memory', `${memory / 1e6}MB`]
}

/** The same of a run that goes on, and was started with {@link memoryOption}. */
export async function expectWithinMemory(
  { at: addresses }: Pick<Process, 'at'>,
  count: number,
  { memory, factor }: { memory: number; factor: number },
): Promise<void> {
  const to = await connect(addresses)
  const watch = watchMemory(addresses.pid)
  // What is drawn small and enlarged takes as much memory.
  const kinds = cameraPhotos(factor, fewOrAll(0.1, 0.25))
  const made = new Map<CameraPhoto, Promise<Buffer>>()
  const jobs: string[] = []
  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length]!
    if (!made.has(kind)) made.set(kind, kind.make())
    const key = `drop/${RECIPES[at % RECIPES.length]}/${at}${kind.ending}`
    jobs.push((await drop(to, await made.get(kind)!, key)).job)
  }
  for (const job of jobs) await endedJob(to, job, 120_000 * count)
  expect(await watch.stop()).toBeLessThan(memory)
  await eventually(
    'memory that is given back',
    () => residentMemory(addresses.pid) <= AT_REST || undefined,
    REST_MS,
  )
}
