import type { Codes } from '../failures/condition.ts'
import type { FileRole } from '../failures/file-role.ts'

export type PictureFormat = 'jpeg' | 'png'

export type VideoFormat = 'mp4' | 'mov'

/** The limits of a picture file. */
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
  /** How much of the picture its target must fill; absent where any size does. */
  framing?: Framing
}

/** How much of a picture its face, hand or body must fill, and the crop that gives it this share. */
export type Framing = {
  finds: 'face' | 'hand' | 'body'
  /** The least width of the target, as a share of the picture's width. */
  minWidth: number
  /** The least height of the target, as a share of the picture's height. */
  minHeight?: number
  /** The least width and height of the target, as a share of the picture's longer side. */
  minOfLonger?: number
  /** The least width of the target in pixels. */
  minPixels?: number
  /** The width that a crop gives the target: above the least one, because the service measures again. */
  cropWidth: number
  /** What a crop shows above and below the target, in heights of the target. */
  above: number
  below: number
}

/** The limits of a video file: MPEG-4 or AVC video, in one of the containers. */
export type VideoRule = {
  containers: readonly VideoFormat[]
  /** Bytes; the file must be smaller. */
  maxBytes: number
  maxSeconds: number
  /** Whether a longer video is cut to its start or refused. */
  longer: 'cut' | 'refused'
  /** Pixels of the longer side of the input, inclusive. */
  maxLongSide: number
}

/**
 * The rules of one input file of a feature. Clients name it as `<role>_file_url` or `<role>_file_id`, and where several
 * are allowed as `<role>_file_urls` or `<role>_file_ids`.
 */
export type FileRule = (PictureRule | VideoRule) & {
  /** When the file may be left out: never (the default), always, or when a `template_id` replaces it. */
  absent?: 'always' | 'with a template'
  /** Where present, clients send a list of one to this many files. */
  maxCount?: number
  /** The role of a file that must be named in the same form: both by URL or both by id. */
  sameFormAs?: FileRole
  /** Codes for faults of this file, where the feature distinguishes its files. */
  codes?: Partial<Codes>
}

/** A value for each file of a task; a list where several files are allowed. */
export type ByRole<T> = { src: T } & { [role in Exclude<FileRole, 'src'>]?: T | T[] }

/** Where an input file is: at a public address, or in an upload slot. */
export type FileReference = { url: string } | { id: string }

/** Whether a file is a picture; otherwise it is a video. */
export function isPicture<T extends PictureRule | VideoRule>(
  rule: T,
): rule is Extract<T, PictureRule> {
  return 'formats' in rule
}
