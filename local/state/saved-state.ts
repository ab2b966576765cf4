import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from './json-file.ts'

const SAVED_STATE = z.object({
  /** The port of each service last time, so that URLs that were given out stay valid. */
  ports: z.record(z.string(), z.number().int().min(1).max(65_535)).default({}),
  /** Signs requests and presigned URLs; generated once for a data folder. */
  secretAccessKey: z
    .string()
    .min(16)
    .default(() => randomBytes(30).toString('base64url')),
  /** When the folder was made, ISO 8601: nothing in it began before. Absent where an earlier release made it. */
  begunAt: z.iso.datetime().optional(),
})

/** What a data folder keeps from one start to the next. */
export type SavedState = z.infer<typeof SAVED_STATE>

function fileOf(folder: string): string {
  return join(folder, 'state.json')
}

/** Reads the saved state of a folder, or creates that of a new one. @throws when the file is damaged */
export function loadState(folder: string): SavedState {
  return SAVED_STATE.parse(readJson(fileOf(folder)) ?? { begunAt: new Date().toISOString() })
}

/** Writes the state, readable by its owner only because it holds the signing key. */
export function saveState(folder: string, state: SavedState): void {
  writeJson(fileOf(folder), state)
}
