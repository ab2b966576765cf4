import type { HeldMessage } from '../../functions/pipeline/core/waiting/hold-back.ts'
import type { Dice } from './dice.ts'
import type { Timeline } from './timeline.ts'

/** A queue that delivers at least once, in any order, and puts what cannot be worked off among the dead letters. */
export type MessageQueue = {
  send(body: string, delaySeconds?: number): void
  dead: string[]
}

/** A delivery, which may have its message come back after so many seconds. */
export type Delivery = HeldMessage & { hide(seconds: number): void }

export type QueueOptions = {
  name: string
  visibilityMs: number
  attempts: number
  /** Works one message off; true deletes it. */
  work: (body: string, delivery: Delivery) => Promise<boolean>
  /** Takes a dead letter out of its queue at once. @default it stays there */
  bury?: (body: string) => void
}

/** A copy of a copy of a copy: more than this proves nothing new and fills the run. */
const MOST_COPIES = 12

/** A standard queue of SQS with its function, as far as anybody can tell from outside. */
export function newQueue(
  { name, visibilityMs, attempts, work, bury }: QueueOptions,
  { timeline, dice }: { timeline: Timeline; dice: Dice },
): MessageQueue {
  const dead: string[] = []
  let copied = 0
  const twice = (place: string): boolean => {
    if (copied >= MOST_COPIES || !dice.strikes('twice', place)) return false
    copied += 1
    return true
  }

  const deliver = async (body: string, received: number): Promise<void> => {
    if (received > attempts) {
      dead.push(body)
      return bury?.(body)
    }
    let isOut = true
    const comeBack = (ms: number) =>
      timeline.setTimeout(() => {
        isOut = false
        void deliver(body, received + 1)
      }, ms)
    let back = comeBack(visibilityMs)
    const hide = (seconds: number): void => {
      if (!isOut) return
      back()
      back = comeBack(seconds * 1000)
    }
    const done = await work(body, { body, receiptHandle: '', deliveries: received, hide })
    // A deleted message can come back: SQS keeps copies, and one of them may have missed the deletion.
    if (done && isOut && !twice(`${name} deletes`)) {
      isOut = false
      back()
    }
  }

  return {
    dead,
    send: (body, delaySeconds = 0) => {
      const late = dice.strikes('late', name) ? dice.between(`${name} late`, 1000, 1_200_000) : 0
      const copies = twice(name) ? 2 : 1
      for (let copy = 0; copy < copies; copy++) {
        const travel = dice.between(`${name} travels`, 5, 400)
        timeline.setTimeout(() => void deliver(body, 1), delaySeconds * 1000 + travel + late)
      }
    },
  }
}
