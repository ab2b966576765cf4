import { createBusEvent } from '../events/bus-event.ts'
import type { Target } from '../events/event-bus.ts'
import { shapeInput } from '../events/shape-input.ts'
import type { Poller } from '../queue-source/poll-queue.ts'

/** A scheduled rule. */
export type Schedule = {
  readonly name: string
  readonly everyMs: number
  readonly targets: readonly Target[]
}

/**
 * Fires rules at their rate, the first time one period after the start, until they are stopped (EventBridge User
 * Guide, "Creating a rule that runs on a schedule").
 */
export function startSchedules(
  schedules: readonly Schedule[],
  options: { region: string; account: string; clock?: () => number },
): Poller[] {
  return schedules.map(({ name, everyMs, targets }) => {
    const fire = (): void => {
      const event = createBusEvent(
        { source: 'aws.events', detailType: 'Scheduled Event', detail: {}, resources: [name] },
        { ...options, now: (options.clock ?? Date.now)() },
      )
      for (const { input, deliver } of targets) deliver(shapeInput(event, input))
    }
    const timer = setInterval(fire, everyMs)
    timer.unref()
    return { stop: async () => clearInterval(timer) }
  })
}
