import type { TargetBox } from '../targets/pick-targets.ts'

/** What the console's page and its admin API say to each other of tries. */

/** Where the service is, and what it carries out; absent where that is not known. */
export type TriesAnswer = {
  baseUrl: string
  features?: string[]
  generator?: { name: string; abilities: string[] }
}

/** Ids of files in the request of a try that is only judged: `{src}`, `{ref.0}`. */
export type TryJudged = {
  units: { least: number; most: number }
  /** Requests to the service: the paths of detection and effect, and the body of the effect's. */
  effect: { path: string; body: Readonly<Record<string, unknown>> }
  detection?: { path: string }
}

export type TrySlots = {
  slots: {
    role: string
    id: string
    /** What the bytes are sent with; absent where the request was repeated. */
    request?: { method: string; url: string; headers: Readonly<Record<string, string>> }
  }[]
}

/** A task that was created. */
export type TryBegun = { task: string }

export type TryStatus = {
  status: 'running' | 'success' | 'error'
  error?: string
  message?: string
  engine?: string
  units?: number
  /** Where the result lies for a while. */
  url?: string
  /** People that a detection found, in pixels of the picture. */
  found?: TargetBox[]
  /** Everything else that the task resulted in. */
  values: Readonly<Record<string, unknown>>
}
