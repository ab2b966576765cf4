import { createHash } from 'node:crypto'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Generation } from '../../catalog/generator/generation.ts'
import { animatePicture } from './animate-picture.ts'
import { dressPicture } from './dress-picture.ts'
import { extendPicture } from './extend-picture.ts'
import { fillPicture } from './fill-picture.ts'
import { abilitiesOf, type Generator } from './generator.ts'
import { LostAnswer } from './lost-answer.ts'
import type { Pay } from './pay.ts'
import { restylePicture } from './restyle-picture.ts'
import type { TaskGenerator } from './task-generator.ts'

/** A call of a task, before it is made. */
export type Reservation = {
  /** What is told of it should its answer be lost, with what it would cost at most. */
  told: Generation
  /** The calls of one task are counted from 0, again in every attempt at the task. */
  nth: number
  /** Whether repeating the call pays nothing. */
  idempotent: boolean
}

export type BindOptions = {
  signal: AbortSignal
  /** Names the task; the same in every attempt at it. */
  task: string
  /**
   * Sets the dollars of a call aside before it is made.
   * @returns what the generator calls the call, where an earlier attempt began it and its answer is still to come
   * @throws Fault `runtime` when that is more than a task may spend, or an earlier attempt may have paid for the call
   */
  reserve(reservation: Reservation): Promise<string | undefined>
  /** Keeps what the generator calls a call that was reserved. @default it is forgotten */
  keepTicket?: ((nth: number, ticket: string) => Promise<void>) | undefined
  /** How long an answer may be waited for in one go, milliseconds. @default any time */
  patienceMs?: number | undefined
  /**
   * Told what became of each call that was reserved: what was paid, or nothing. A call whose answer was lost stays as
   * it was reserved.
   */
  settle(nth: number, generation: Generation | undefined): Promise<void>
}

/** The generator for one task. */
export function bindGenerator(generator: Generator, options: BindOptions): TaskGenerator {
  let nth = 0
  const pay: Pay = async (name, operation, call) => {
    const { signal } = options
    const own = nth++
    const told = { generator: generator.name, operation: name }
    const ticket = await options.reserve({
      nth: own,
      idempotent: operation.idempotent,
      told: { ...told, model: 'unknown', dollars: operation.price(call), lost: true },
    })
    try {
      const context = {
        signal,
        token: tokenOf(options.task, own),
        ticket,
        keepTicket: async (given: string) => await options.keepTicket?.(own, given),
        patienceMs: options.patienceMs,
      }
      const { content, ...made } = await operation.run(call, context)
      await options.settle(own, { ...told, ...made })
      return content
    } catch (error) {
      if (error instanceof Fault && !(error instanceof LostAnswer)) {
        await options.settle(own, undefined)
      }
      if (signal.aborted) {
        throw new Fault('runtime', 'The task ran out of time.', { cause: error })
      }
      throw error
    }
  }
  const { fill, extend, restyle, animate, dress, limits } = generator
  return {
    name: generator.name,
    abilities: abilitiesOf(generator),
    preferredFor: generator.preferredFor ?? [],
    videoSeconds: animate?.seconds ?? [],
    fill: async (request) => {
      if (!fill) throw cannot(generator, 'fill a picture')
      return await fillPicture(request, { fill, limits, pay })
    },
    extend: async (request) => {
      if (!extend && !fill) throw cannot(generator, 'extend a picture')
      return await extendPicture(request, { extend, fill, limits, pay })
    },
    restyle: async (request) => {
      if (!restyle) throw cannot(generator, 'restyle a picture')
      return await restylePicture(request, { restyle, limits, pay })
    },
    animate: async (request) => {
      if (!animate) throw cannot(generator, 'animate a picture')
      return await animatePicture(request, { animate, limits, pay })
    },
    dress: async (request) => {
      if (!dress) throw cannot(generator, 'dress people')
      return await dressPicture(request, { dress, limits, pay })
    },
  }
}

function tokenOf(task: string, nth: number): string {
  return createHash('sha256').update(`${task}\n${nth}`).digest('hex')
}

function cannot({ name }: Generator, what: string): Fault {
  return new Fault('parameter', `The generator ${name} does not ${what}.`)
}
