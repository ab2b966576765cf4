import { NotYet } from '../../../catalog/failures/not-yet.ts'
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

/** A queue takes what it is asked at once, and has an answer within this time: several times what a worker waits. */
const LONGEST_QUEUED_MS = 240_000
const POLL_MS = 2_000

/**
 * A generator that is paid by the call, slow, and knows no idempotency. It takes `longestMs` at most, or is a queue
 * that names each call and is asked for its answer by that name.
 */
export function newGenerator(
  { timeline, dice }: { timeline: Timeline; dice: Dice },
  longestMs: number,
) {
  const calls: GeneratorCall[] = []
  const isQueue = dice.between('generator is a queue', 0, 1) === 1
  /** When the answer to a call is there, by the call's name. */
  const ready = new Map<string, number>()

  const carryOut = async (call: GeneratorCall): Promise<Generation> => {
    calls.push(call)
    await timeline.pause(dice.between('generator works', 500, longestMs))
    call.paid = true
    await timeline.pause(dice.between('generator answers', 5, 2_000))
    call.open = false
    return { ...TOLD, model: 'm-1' }
  }

  const refused = () => new Error('busy')
  const lostAnswer = () => new LostAnswer('The connection broke.')
  const over = { far: 'service', refused, lost: lostAnswer } as const

  /** Puts a call into the queue, where it will be carried out and paid, and returns its name. */
  const queueUp = (call: GeneratorCall): string => {
    const name = `call-${calls.push(call)}`
    call.paid = true
    ready.set(name, timeline.now() + dice.between('queued call', 500, LONGEST_QUEUED_MS))
    return name
  }

  /** Looks after a call until its answer is there or the patience ends; a look that is lost is taken again. */
  const lookAfter = async (ticket: string, patienceMs: number, send: Invocation['call']) => {
    const began = timeline.now()
    for (;;) {
      const isThere = await send(
        'look',
        () => timeline.now() >= (ready.get(ticket) ?? 0),
        over,
      ).catch(() => false)
      if (isThere) return { ...TOLD, model: 'm-1' }
      if (timeline.now() - began + POLL_MS > patienceMs) throw new NotYet()
      await timeline.pause(POLL_MS)
    }
  }

  return {
    calls,
    /** Makes call `nth` of a task as the engine does: set aside, made, told. */
    ask: async (nth: number, paying: Paying, { name, call: send }: Invocation): Promise<void> => {
      const lost = { ...TOLD, model: 'unknown', lost: true } as const
      const ticket = await paying.reserve({ nth, told: lost, idempotent: false })
      const call = { task: paying.task, nth, worker: name, open: true, paid: false }
      if (!isQueue) {
        return await paying.settle(nth, await send('generate', () => carryOut(call), over))
      }
      const given = ticket ?? (await send('generate', () => queueUp(call), over))
      if (ticket === undefined) await paying.keepTicket(nth, given)
      await paying.settle(nth, await lookAfter(given, paying.patienceMs, send))
    },
  }
}
