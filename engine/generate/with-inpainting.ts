import type { Mask, Picture } from '../raster/picture.ts'
import type { UserNet } from '../vision/vision.ts'
import { bindGenerator } from './bind-generator.ts'
import { inpaintGenerator } from './inpaint-generator.ts'
import type { TaskGenerator } from './task-generator.ts'

/**
 * The generator of a task with a network of users beside it: what is taken out goes to the operator's generator where
 * it does that, and else to the network. Nothing is paid for the network, so that no account is kept of it.
 */
export function withInpainting(
  generator: TaskGenerator | undefined,
  net: UserNet<'inpaint'>,
  { signal, task }: { signal: AbortSignal; task: string },
): TaskGenerator {
  const own = unpaid(net, { signal, task })
  if (!generator) return own
  if (generator.abilities.includes('erase')) return generator
  return {
    ...generator,
    abilities: [...generator.abilities, 'erase'],
    fill: (request) => (request.prompt === undefined ? own : generator).fill(request),
  }
}

/** What a network of users continues behind what is taken out, whatever the operator's generator does. */
export function inpainting(
  net: UserNet<'inpaint'>,
  binding: { signal: AbortSignal; task: string },
): (picture: Picture, replace: Mask) => Promise<Picture> {
  const own = unpaid(net, binding)
  return async (picture, replace) => await own.fill({ picture, replace })
}

function unpaid(
  net: UserNet<'inpaint'>,
  { signal, task }: { signal: AbortSignal; task: string },
): TaskGenerator {
  return bindGenerator(inpaintGenerator(net), {
    signal,
    task,
    reserve: async () => undefined,
    settle: async () => {},
  })
}
