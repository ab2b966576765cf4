import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from './json-file.ts'

const SAVED_STATE = z.object({
  /** The port each service had last time, so that URLs that were handed out stay valid. */
  ports: z.record(z.string(), z.number().int().min(1).max(65_535)).default({}),
  /** Signs requests and presigned URLs; made once for a data folder. */
  secretAccessKey: z
    .string()
    .min(16)
    .default(() => randomBytes(30).toString('base64url')),
})

/** What a data folder remembers from one start to the next. */
export type SavedState = z.infer<typeof SAVED_STATE>

function fileOf(folder: string): string {
  return join(folder, 'state.json')
}

/** What the folder remembers, made anew for a fresh one. @throws when the file is damaged */
export function loadState(folder: string): SavedState {
  return SAVED_STATE.parse(readJson(fileOf(folder)) ?? {})
}

/** Keeps the state, readable by its owner only: it holds the signing key. */
export function saveState(folder: string, state: SavedState): void {
  writeJson(fileOf(folder), state)
}
