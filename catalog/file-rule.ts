import type { Codes } from './condition.ts'

/**
 * The part an input file plays: the source is what the effect changes, the reference what it takes something from
 * (a product, a garment, a face, a background), and a mask says which part of another file is meant.
 */
export type FileRole = 'src' | 'ref' | 'msk' | 'srcmsk' | 'refmsk'

export type PictureFormat = 'jpeg' | 'png'

export type VideoFormat = 'mp4' | 'mov'

/** What a picture must be. */
export type PictureRule = {
  formats: readonly PictureFormat[]
  /** Bytes; the file must be smaller. */
  maxBytes: number
  /** Pixels of the shorter side, inclusive. */
  minShortSide?: number
  /** Pixels of the longer side, inclusive. */
  maxLongSide: number
  /** The longer side divided by the shorter one, inclusive. */
  maxRatio?: number
}

/** What a video must be. Video MPEG-4 or AVC, audio AAC, AMR or MP3, in one of the containers. */
export type VideoRule = {
  containers: readonly VideoFormat[]
  /** Bytes; the file must be smaller. */
  maxBytes: number
  maxSeconds: number
  /** What becomes of a longer one: its start is kept, or it is refused. */
  longer: 'cut' | 'refused'
  /** Pixels of the longer side of the input, inclusive. */
  maxLongSide: number
}

/**
 * What one input file of a feature must be. Clients name it by `<role>_file_url` or `<role>_file_id`, or where there
 * may be several by `<role>_file_urls` or `<role>_file_ids`.
 */
export type FileRule = (PictureRule | VideoRule) & {
  /** When the file may be left out: never (the default), always, or when a `template_id` stands in its place. */
  absent?: 'always' | 'with a template'
  /** Clients send a list of one to this many. */
  most?: number
  /** The role this file belongs to: both are named by URL, or both by id. */
  formOf?: FileRole
  /** How conditions of this file are spelt where the feature tells its files apart. */
  codes?: Partial<Codes>
}

/** Something for each file of a task; where there may be several, a list. */
export type ByRole<T> = { src: T } & { [role in Exclude<FileRole, 'src'>]?: T | T[] }

/** Where an input file is: at a public address, or in an upload slot. */
export type FileReference = { url: string } | { id: string }

/** Whether a file is a picture; otherwise it is a video. */
export function isPicture<T extends PictureRule | VideoRule>(
  rule: T,
): rule is Extract<T, PictureRule> {
  return 'formats' in rule
}
