import type { FailureCode } from './failures.ts'

/**
 * What can be wrong with a file or a picture, independent of any feature's error codes. The engine and the file checks
 * throw these. A feature's `codes` map each one to the task code that its clients know.
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
  /** Nobody to work on, or the requested index does not exist. */
  'target',
  /** The person's pose or visibility does not suit the requested parameters. */
  'pose',
  /** A parameter that cannot be applied to this picture. */
  'parameter',
  /** Out of time, or an unexpected error. */
  'runtime',
] as const

export type Condition = (typeof CONDITIONS)[number]

/**
 * Finer conditions that some features distinguish, each with the wider condition whose code the other features use.
 */
export const FINER_CONDITIONS = {
  /** A file format that the feature does not accept. */
  unsupported: 'unreadable',
  /** Fewer pixels than the feature needs. */
  small: 'dimensions',
  /** More pixels than the feature allows. */
  large: 'dimensions',
  /** The aspect ratio is beyond what the feature allows. */
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
  /** A part of the face is hidden. */
  'hidden-face': 'pose',
  /** Too dark to work on, or so bright that the skin is overexposed. */
  dark: 'pose',
  /** The shoulders are not in the picture. */
  shoulders: 'pose',
  /** The hair is too short for the request. */
  'short-hair': 'pose',
  /** A generator's filter refused the prompt, the picture or what it had painted. */
  content: 'parameter',
  /** The requested garment or part is not what source and reference show. */
  mismatch: 'parameter',
  /** The effect made no visible change. */
  unchanged: 'runtime',
  /** A generator turned every call away, and nothing was paid. */
  'generator-busy': 'runtime',
  /** A call of a generator would cost more than a task may spend, or its account is empty. */
  'generator-budget': 'runtime',
  /** A generator answered with another picture than was asked for. */
  'generator-answer': 'runtime',
  /** A generator’s answer was lost, and asking again could pay twice. */
  'generator-lost': 'runtime',
} as const satisfies Record<string, Condition>

export type FinerCondition = keyof typeof FINER_CONDITIONS

/**
 * Any condition. `uninstalled` means that the service has no engine for the feature; its code is always
 * `unknown_internal_error`.
 */
export type AnyCondition = Condition | FinerCondition | 'uninstalled'

/** The failure code of each condition. A finer condition without a code has that of its wider one. */
export type Codes = Readonly<
  Record<Condition, FailureCode> & Partial<Record<FinerCondition, FailureCode>>
>
