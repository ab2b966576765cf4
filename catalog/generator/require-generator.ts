import { Failure } from '../failures/failure.ts'
import type { GeneratorOffer } from './generator.ts'
import { GENERATOR_NEEDS } from './generator-needs.ts'

/** A task as far as it is known before it exists. */
type AskedTask = { feature: string; parameters: Readonly<Record<string, unknown>> }

/**
 * Why a service cannot carry a task out that asks for more than its generator can do, with the settings that help;
 * undefined where it can.
 */
export function lackOfGenerator(
  { feature, parameters }: AskedTask,
  offer: GeneratorOffer | undefined,
): string | undefined {
  const need = GENERATOR_NEEDS[feature]?.(parameters)
  if (!need || offer?.abilities.includes(need.ability)) return undefined
  const lacking = offer
    ? `the generator of this service, ${offer.name}, does not ${need.ability}`
    : 'this service has none'
  return `${need.because} That takes a generator that can ${need.ability}, and ${lacking}. ${HOW_TO_CONFIGURE}`
}

/** Throws `InvalidParameters` with the reason where {@link lackOfGenerator} gives one. */
export function requireGenerator(task: AskedTask, offer: GeneratorOffer | undefined): void {
  const lack = lackOfGenerator(task, offer)
  if (lack !== undefined) throw new Failure('InvalidParameters', lack)
}

const HOW_TO_CONFIGURE =
  'The operator configures one: -c generator=bedrock or -c generator=openai:https://… for a deployed service, ' +
  'DARKROOM_GENERATOR for a local run.'
