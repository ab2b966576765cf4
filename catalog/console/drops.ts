/** What the console's page and its admin API say to each other of drops and uploads. */

/** Files of one plan, and of one request for uploads or jobs. */
export const MAX_PLANNED = 10_000
export const MAX_UPLOADS = 100

/** Bytes below which a file goes up in one piece, and bytes of a part of a larger one. */
export const PART_BYTES = 8 * 1024 * 1024

/** Parts that S3 lets an upload have. */
const MAX_PARTS = 10_000

/** Bytes of the parts of a file: a whole number of mebibytes, so that S3's 10,000 parts do. */
export function partBytes(size: number): number {
  const mebibyte = 1024 * 1024
  return Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / mebibyte) * mebibyte)
}

/** How many parts a file has. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / partBytes(size)))
}

/** A file that is about to be dropped. */
export type AskedFile = {
  /** Its path below what was dropped, with `/`. */
  name: string
  /** Bytes. */
  size: number
  /** When it was last changed, in milliseconds since 1970. */
  modified: number
  /** What it is by its first bytes; absent for no known kind. */
  kind?: string
}

/** Why a file is not dropped. */
export type LeftReason =
  | 'hidden'
  | 'empty'
  | 'too-large'
  | 'name-long'
  | 'name-unfit'
  | 'no-media'
  | 'unknown-kind'
  | 'picture'
  | 'video'

/** What becomes of a file. */
export type PlannedFate =
  | {
      is: 'source'
      /** Names of files that must lie beside it and lie nowhere. */
      missing?: string[]
      /** The job of the same file, dropped before: it is not dropped again. */
      earlier?: { job: string; state: 'done' | 'going' | 'refused' | 'failed' }
      /** The job of another file under this name, which still runs. */
      supersedes?: string
    }
  | { is: 'companion'; of?: string }
  | { is: 'left'; why: LeftReason }

/** A limit of the day's budget that the drop counts towards. */
export type BudgetShare = {
  /** Absent for the limit of the whole pipeline. */
  recipe?: string
  of: 'units' | 'dollars'
  left: number
  /** The most that the drop may take of it; absent where that is not known. */
  needs?: number
  /** Whether it holds all of the drop; files above it wait for another day. */
  holds?: boolean
}

export type DropPlanAnswer = {
  /** Of each file, in the order in which they were asked for. */
  fates: PlannedFate[]
  /** Title of the feature that works on them first, and what it takes. */
  feature: string
  takes: 'picture' | 'video'
  /** Keys of objects that the recipe names and that lie nowhere: every file would fail. */
  missingObjects: string[]
  /** Whether files that do not suit come back as they are. */
  returns: boolean
  /** How many files all that follows is for: those that are dropped anew, or one where there is none. */
  priced: number
  /** Units of the service with one target a file. */
  units: { least: number; most: number }
  /** By its last jobs, where there are any. */
  expected: {
    from: number
    units?: number
    dollars?: number
    minutes?: { least: number; most: number }
  }
  budget: BudgetShare[]
}

/** An upload that may begin: in one piece to the address, or in parts whose addresses are asked for. */
export type UploadAnswer = {
  name: string
  id: string
  /** Absent of one in parts. */
  url?: string
  /** Headers that the address was signed with. */
  headers?: Readonly<Record<string, string>>
  parts?: { count: number; bytes: number }
}

export type UploadsAnswer = { uploads: UploadAnswer[] }

/** What is there of an upload in parts, and where the next ones that are not go. */
export type UploadStateAnswer = {
  there: { number: number; bytes: number }[]
  next: { number: number; url: string }[]
}

/** The job that a dropped file becomes; absent for a companion, and where nothing lies there. */
export type DroppedAnswer = { name: string; job?: string }
