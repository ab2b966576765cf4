import { describe, expect, it } from 'vitest'
import {
  closedFlow,
  type FlowEvent,
  type FlowOrder,
  stepFlow,
} from '../../../web/camera/flow/flow.ts'
import { fc } from '../../setup/random.ts'

/** The state and all orders after events, from a closed module. */
function follow(events: readonly FlowEvent[], phases = 1) {
  let flow = closedFlow(phases)
  const all: FlowOrder[] = []
  for (const event of events) {
    const step = stepFlow(flow, event)
    flow = step.flow
    all.push(...step.orders)
  }
  return { flow, all }
}

const TAKE: FlowEvent[] = ['good', 'counted', 'accepted']
const ALL: FlowEvent[] = [
  ...['open', 'ready', 'good', 'lost', 'counted', 'accepted', 'refused'],
  ...['pause', 'resume', 'restart', 'fail', 'close', 'gone'],
] as FlowEvent[]

describe('the flow of an opening', () => {
  it('takes one picture after the countdown, and releases the camera before it delivers', () => {
    const { flow, all } = follow(['open', 'ready', ...TAKE])
    expect(flow.state).toBe('captured')
    expect(all).toEqual([
      ...['set up', 'open camera', 'announce start', 'watch', 'count', 'take'],
      ...['release camera', 'deliver'],
    ])
  })

  it('takes every step of a mode before it delivers', () => {
    const twice = follow(['open', 'ready', ...TAKE, ...TAKE], 3)
    expect(twice.flow).toMatchObject({ state: 'detecting', phase: 2 })
    expect(twice.all).not.toContain('deliver')
    expect(follow(['open', 'ready', ...TAKE, ...TAKE, ...TAKE], 3).flow.state).toBe('captured')
  })

  it('ends the countdown when the face is lost, and looks again after a refusal', () => {
    expect(follow(['open', 'ready', 'good', 'lost']).flow.state).toBe('detecting')
    expect(follow(['open', 'ready', 'good', 'counted', 'refused']).flow.state).toBe('detecting')
  })

  it('opens again when it was asked to while it closed', () => {
    const { flow, all } = follow(['open', 'ready', 'close', 'open', 'gone'])
    expect(flow.state).toBe('loading')
    expect(all.slice(-2)).toEqual(['set up', 'open camera'])
    expect(follow(['open', 'close', 'open', 'close', 'gone']).flow.state).toBe('closed')
  })

  it('lets go of the camera on every way to an end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALL), { maxLength: 40 }), (events) => {
        const { flow, all } = follow(events, 3)
        const opened = all.lastIndexOf('open camera')
        const released = Math.max(all.lastIndexOf('release camera'), all.lastIndexOf('tear down'))
        const ended = ['closed', 'closing', 'captured', 'failed'].includes(flow.state)
        if (ended && opened >= 0) expect(released).toBeGreaterThan(opened)
      }),
    )
  })
})
