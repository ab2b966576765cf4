import type { InspectedModel } from './inspected-model.ts'

/** How long and in how much memory a model may run. */
export type ModelBounds = { seconds: number; megabytes: number }

/** The longest that a model may take to be compiled and run once, seconds, and the most memory it may have then. */
export const BOUNDS: ModelBounds = { seconds: 60, megabytes: 1000 }

/** What an operator may set: a WebAssembly memory has at most 4 GB. */
const RANGES = { seconds: [1, 600], megabytes: [100, 4000] } as const

/**
 * The bounds as an operator sets them; what is not given is as {@link BOUNDS}.
 * @throws Error that names the setting and its range
 */
export function modelBounds(
  given: Partial<Record<keyof ModelBounds, string | undefined>>,
): ModelBounds {
  const read = (name: keyof ModelBounds): number => {
    const text = given[name]
    if (text === undefined || text === '') return BOUNDS[name]
    const [least, most] = RANGES[name]
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new Error(
      `The ${name} of models are a whole number from ${least} to ${most}, not ${text}.`,
    )
  }
  return { seconds: read('seconds'), megabytes: read('megabytes') }
}

/** The bounds that the environment of a process sets. */
export function boundsFrom(environment: Readonly<Record<string, string | undefined>>): ModelBounds {
  return modelBounds({
    seconds: environment['DARKROOM_MODELS_SECONDS'],
    megabytes: environment['DARKROOM_MODELS_MEGABYTES'],
  })
}

/**
 * Finds before a model is tried that it does not fit: a runtime holds the file, and beside it the tensors that the file
 * gives a size.
 * @throws Error in words
 */
export function requireRoom(
  fileBytes: number,
  { tensorBytes }: Pick<InspectedModel, 'tensorBytes'>,
  { megabytes }: ModelBounds,
): void {
  const least = Math.ceil((fileBytes + tensorBytes) / 1e6)
  if (least <= megabytes) return
  throw new Error(
    `It is too large for this runtime: it takes ${least} MB and more, and may have ${megabytes} MB ` +
      '(DARKROOM_MODELS_MEGABYTES).',
  )
}
