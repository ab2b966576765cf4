import { createHash } from 'node:crypto'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Engine, PerformRequest } from '../../engine/perform.ts'

/** What an engine did with one task. */
export type RecordedTask = {
  feature: string
  stage: string
  params: Readonly<Record<string, unknown>>
  /** SHA-256 of each input file, by role. */
  files: Record<string, string[]>
  /** SHA-256 of the file that was made. */
  made?: string
  /** The result's fields without its times. */
  results?: unknown
  /** Message of the fault that ended the task. */
  refused?: string
}

export type Recording = {
  /** By a key of the task: feature, parameters and input files. */
  tasks: Map<string, RecordedTask>
  /** The files that were made, by their SHA-256. */
  made: Map<string, Uint8Array>
}

/**
 * An engine whose tasks are recorded.
 * @param oneIn only one of so many effect tasks is carried out, the same ones each time; the others give nothing
 */
export function recordingEngine(engine: Engine, recording: Recording, oneIn: number): Engine {
  return {
    ...engine,
    perform: async (request, options) => {
      const asked = describe(request)
      const key = sha256(JSON.stringify(asked))
      const isSkipped = request.stage === 'effect' && Number.parseInt(key.slice(0, 8), 16) % oneIn
      if (isSkipped) return { results: {} }
      try {
        const done = await engine.perform(request, options)
        const results = JSON.parse(JSON.stringify(done.results, withoutTimes))
        const bytes = done.output?.bytes
        if (bytes) recording.made.set(sha256(bytes), bytes)
        recording.tasks.set(key, { ...asked, ...(bytes && { made: sha256(bytes) }), results })
        return done
      } catch (error) {
        if (error instanceof Fault) recording.tasks.set(key, { ...asked, refused: error.message })
        throw error
      }
    },
  }
}

function describe({ feature, stage, params, files }: PerformRequest) {
  const hashes = Object.entries(files).map(([role, of]) => [role, [of].flat().map(hashOf)])
  return { feature, stage, params, files: Object.fromEntries(hashes) as Record<string, string[]> }
}

function hashOf(file: unknown): string {
  if (file instanceof Uint8Array) return sha256(file)
  throw new Error('A task of a sheet has its files in memory.')
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** For JSON: leaves out the fields that say how long a step took. */
export function withoutTimes(name: string, value: unknown): unknown {
  return name.startsWith('timed') ? undefined : value
}
