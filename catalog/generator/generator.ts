/** What a generator may be able to do: each is declared by its adapter and asked for by features. */
export const GENERATOR_ABILITIES = [
  /** Takes something out of a picture and continues what is behind it. */
  'erase',
  /** Paints what a prompt describes into a part of a picture. */
  'fill',
  /** Paints into a part of a picture what a reference picture shows. */
  'fill from a reference',
  /** Continues a picture beyond its edges. */
  'extend',
  /** Paints a whole picture anew in the style that a prompt or another picture gives. */
  'restyle',
  /** Makes a video that begins with a picture. */
  'animate',
  /** Dresses a person in the garment of another picture. */
  'dress',
] as const

export type GeneratorAbility = (typeof GENERATOR_ABILITIES)[number]

/** What the generator of a service can do; absent where the service has none but its own engine. */
export type GeneratorOffer = { name: string; abilities: readonly GeneratorAbility[] }

/** What a task service carries out: features by name, and what its generator can do. */
export type ServiceOffer = { features: readonly string[]; generator?: GeneratorOffer | undefined }

/** What a task asks of a generator, and why the engine alone does not do, as a sentence for the client. */
export type GeneratorNeed = { ability: GeneratorAbility; because: string }

/**
 * What a task asks of a generator; undefined where the engine carries it out alone. A service without such a generator
 * refuses the task before it exists.
 */
export type NeedsGenerator = (
  parameters: Readonly<Record<string, unknown>>,
) => GeneratorNeed | undefined
