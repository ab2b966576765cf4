import type { FailureCode } from './failures.ts'

/**
 * What can be wrong with a file or a picture, independent of how a feature spells it. The engine and the file
 * checks throw these; a feature's `codes` turn each into the task code its clients know.
 */
export const CONDITIONS = [
  /** The source URL could not be fetched. */
  'download',
  /** The file has no bytes. */
  'empty',
  /** More bytes than the feature allows. */
  'bytes',
  /** Not a supported format, or damaged or cut off. */
  'unreadable',
  /** Fewer or more pixels, or more seconds, than the feature allows. */
  'dimensions',
  /** Nobody to work on, or the asked index does not exist. */
  'target',
  /** The person's pose or visibility does not suit the asked parameters. */
  'pose',
  /** A parameter this picture cannot honour. */
  'parameter',
  /** Out of time or an unexpected fault. */
  'runtime',
] as const

export type Condition = (typeof CONDITIONS)[number]

/**
 * Conditions that some features tell apart, each with the wider one that a feature without a word of its own for it
 * falls back to.
 */
export const FINER_CONDITIONS = {
  /** A kind of file the feature does not take. */
  unsupported: 'unreadable',
  /** Fewer pixels than the feature needs. */
  small: 'dimensions',
  /** More pixels than the feature allows. */
  large: 'dimensions',
  /** The sides' ratio is beyond what the feature allows. */
  ratio: 'dimensions',
  /** A video that is too long or too short. */
  seconds: 'dimensions',
  /** More people than the feature works on. */
  several: 'target',
  /** Nothing usable in the reference file: no product, no garment, no face. */
  reference: 'target',
  /** The face takes up too little of the picture. */
  'small-face': 'pose',
  /** The face is partly outside the picture, or larger than the feature can use. */
  'cut-face': 'pose',
  /** The face looks too far to the side, up or down. */
  'turned-face': 'pose',
  /** A part of the face cannot be made out. */
  'hidden-face': 'pose',
  /** Too dark to work on, or so bright that the skin is burnt out. */
  dark: 'pose',
  /** The shoulders are not in the picture. */
  shoulders: 'pose',
  /** The hair is too short for what is asked. */
  'short-hair': 'pose',
  /** The asked part is not what source and reference show. */
  mismatch: 'parameter',
  /** The effect changed nothing that can be seen. */
  unchanged: 'runtime',
} as const satisfies Record<string, Condition>

export type FinerCondition = keyof typeof FINER_CONDITIONS

/**
 * Any condition. `uninstalled`: the service has no engine for the feature; every feature spells it
 * `unknown_internal_error`.
 */
export type AnyCondition = Condition | FinerCondition | 'uninstalled'

/** How a feature spells conditions; a finer one it has no word for is spelt like its wider one. */
export type Codes = Readonly<
  Record<Condition, FailureCode> & Partial<Record<FinerCondition, FailureCode>>
>
