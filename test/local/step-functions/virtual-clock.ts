import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../local/step-functions/clock.ts'

type Timer = { at: number; fn: () => void }

/** A clock that moves only when the test moves it. */
export type VirtualClock = Clock & {
  /** Moves forward and fires the timers that become due, in order. */
  advance(ms: number): Promise<void>
  /** Moves to the next timer again and again until `done` is true. Throws when there is no timer left. */
  runUntil(done: () => boolean): Promise<void>
  timers(): number
}

/** Lets everything run that needs no time. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await setImmediate()
}

export function virtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = start
  const timers = new Set<Timer>()
  const next = (): Timer | undefined => [...timers].sort((a, b) => a.at - b.at)[0]
  const fire = (timer: Timer): void => {
    timers.delete(timer)
    now = Math.max(now, timer.at)
    timer.fn()
  }
  return {
    now: () => now,
    setTimeout(fn, ms) {
      if (ms > 2 ** 31 - 1) throw new RangeError('longer than a real timer can be')
      const timer = { at: now + ms, fn }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    timers: () => timers.size,
    async advance(ms) {
      const end = now + ms
      await settle()
      for (let timer = next(); timer && timer.at <= end; timer = next()) {
        fire(timer)
        await settle()
      }
      now = end
    },
    async runUntil(done) {
      for (let idle = 0; !done(); ) {
        await settle()
        if (done()) return
        const timer = next()
        if (timer) fire(timer)
        idle = timer ? 0 : idle + 1
        if (idle > 200) throw new Error('nothing left to wait for')
      }
    },
  }
}
