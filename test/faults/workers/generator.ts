import type { Generation } from '../../../catalog/generator/generation.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import type { Paying } from '../../../functions/service/core/ports/perform.ts'
import type { Dice } from '../dice.ts'
import type { Invocation } from '../invocation.ts'
import type { Timeline } from '../timeline.ts'

/** One call of the generator: it is paid when it was carried out, whether or not anybody heard the answer. */
export type GeneratorCall = {
  task: string
  nth: number
  worker: string
  open: boolean
  paid: boolean
}

const DOLLARS = 0.05
const TOLD = { generator: 'own', operation: 'fill', dollars: DOLLARS } as const

/** A generator that is paid by the call, slow, and knows no idempotency. It takes `longestMs` at most. */
export function newGenerator(
  { timeline, dice }: { timeline: Timeline; dice: Dice },
  longestMs: number,
) {
  const calls: GeneratorCall[] = []

  const carryOut = async (call: GeneratorCall): Promise<Generation> => {
    await timeline.pause(dice.between('generator works', 500, longestMs))
    call.paid = true
    await timeline.pause(dice.between('generator answers', 5, 2_000))
    call.open = false
    return { ...TOLD, model: 'm-1' }
  }

  return {
    calls,
    /** Makes call `nth` of a task as the engine does: set aside, made, told. */
    ask: async (nth: number, paying: Paying, { name, call: send }: Invocation): Promise<void> => {
      const lost = { ...TOLD, model: 'unknown', lost: true } as const
      await paying.reserve({ nth, told: lost, idempotent: false })
      const call = { task: paying.task, nth, worker: name, open: true, paid: false }
      const refused = () => new Error('busy')
      const answer = await send(
        'generate',
        () => {
          calls.push(call)
          return carryOut(call)
        },
        { far: 'service', refused, lost: () => new LostAnswer('The connection broke.') },
      )
      await paying.settle(nth, answer)
    },
  }
}
