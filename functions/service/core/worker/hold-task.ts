import { randomUUID } from 'node:crypto'
import { log } from '../../../log.ts'
import { HEARTBEAT_MS, LeaseLost } from '../model/lease.ts'
import type { Holding } from '../ports/broker.ts'

export type HoldTaskDeps<Order> = {
  broker: {
    /** Takes the lease; undefined where there is nothing to do. */
    begin(ask: Holding): Promise<Order | undefined>
    renew(held: Holding): Promise<boolean>
    /** The work threw: its worker is known to have stopped. */
    release(held: Holding): Promise<void>
    /** The lease was taken over. @default as any work that threw */
    giveWay?(held: Holding): Promise<void>
  }
  /** Epoch milliseconds. @default the clock */
  now?: (() => number) | undefined
  /** Calls `act` every `ms` milliseconds until what it returns is called. @default timers */
  every?: ((ms: number, act: () => void) => () => void) | undefined
}

/** What a worker has of a task that it holds. */
export type Held = {
  /** With the secret of its lease: what it asks the broker with. */
  holding: Holding
  /** Aborts once the lease was taken over, or the task has ended without this worker. */
  lost: AbortSignal
}

/**
 * Does `work` on a task under its lease, which is renewed for as long as the work takes. Work that throws gives the
 * lease back. The lease of a worker that died expires. Does nothing where the broker gives no order.
 */
export async function holdTask<Order>(
  task: string,
  work: (order: Order, held: Held) => Promise<void>,
  { broker, every = byTimer, now = Date.now }: HoldTaskDeps<Order>,
): Promise<void> {
  // Chosen here, so that a call whose answer was lost can be repeated.
  const holding = { task, holder: randomUUID() }
  let asked = now()
  const order = await broker.begin(holding)
  if (order === undefined) return
  const over = new AbortController()
  const stop = every(HEARTBEAT_MS, () => {
    broker.renew(holding).then(
      (isOurs) => {
        if (isOurs) return
        stop()
        over.abort()
      },
      (error: unknown) => log.warn('A lease could not be renewed.', { taskId: task, error }),
    )
  })
  try {
    // The lease counts from when the broker took it. Behind an answer that was long on its way it may have ended.
    while (now() - asked > HEARTBEAT_MS) {
      asked = now()
      if (!(await broker.renew(holding))) throw new LeaseLost()
    }
    await work(order, { holding, lost: over.signal })
  } catch (error) {
    const { release, giveWay = release } = broker
    await (error instanceof LeaseLost ? giveWay : release)(holding).catch((failure: unknown) => {
      log.warn('A lease could not be given back.', { taskId: task, error: failure })
    })
    throw error
  } finally {
    stop()
  }
}

function byTimer(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms)
  timer.unref()
  return () => clearInterval(timer)
}
