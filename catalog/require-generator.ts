import { Failure } from './failure.ts'
import type { GeneratorOffer, NeedsGenerator } from './generator.ts'

/**
 * Refuses a task that the service cannot carry out because it has no generator that can do what the task asks for.
 * Throws `InvalidParameters` with the feature's reason and the settings that help.
 */
export function requireGenerator(
  needs: NeedsGenerator | undefined,
  parameters: Readonly<Record<string, unknown>>,
  offer: GeneratorOffer | undefined,
): void {
  const need = needs?.(parameters)
  if (!need || offer?.abilities.includes(need.ability)) return
  const lacking = offer
    ? `the generator of this service, ${offer.name}, does not ${need.ability}`
    : 'this service has none'
  throw new Failure(
    'InvalidParameters',
    `${need.because} That takes a generator that can ${need.ability}, and ${lacking}. ${HOW_TO_CONFIGURE}`,
  )
}

const HOW_TO_CONFIGURE =
  'The operator configures one: -c generator=bedrock or -c generator=openai:https://… for a deployed service, ' +
  'DARKROOM_GENERATOR for a local run.'
