/** Where an opening of the module is. */
export type FlowState =
  | 'closed'
  | 'loading'
  | 'detecting'
  | 'countdown'
  | 'checking'
  | 'captured'
  | 'paused'
  | 'failed'
  | 'closing'

export type Flow = {
  state: FlowState
  /** The step of the mode, from 0, and how many there are. */
  phase: number
  phases: number
  /** Whether the module opens again once it is closed. */
  reopen: boolean
}

export type FlowEvent =
  | 'open'
  | 'ready'
  | 'good'
  | 'lost'
  | 'counted'
  | 'accepted'
  | 'refused'
  | 'pause'
  | 'resume'
  | 'restart'
  | 'fail'
  | 'close'
  | 'gone'

/** What the parts of the module have to do after a step, in this order. */
export type FlowOrder =
  | 'set up'
  | 'announce start'
  | 'watch'
  | 'count'
  | 'stop counting'
  | 'take'
  | 'deliver'
  | 'hold'
  | 'release camera'
  | 'open camera'
  | 'tear down'

type Step = readonly [to: FlowState, ...orders: FlowOrder[]]
type Turn = Step | ((flow: Flow) => readonly [Flow, ...FlowOrder[]])

const CLOSE: Step = ['closing', 'stop counting', 'tear down']
const FAIL: Step = ['failed', 'stop counting', 'release camera']
const PAUSE: Step = ['paused', 'stop counting', 'hold']
const RESTART: Turn = (flow) => [
  { ...flow, state: 'loading', phase: 0 },
  'stop counting',
  'release camera',
  'open camera',
]

/**
 * What each event leads to, by state. An event that is not listed changes nothing: verdicts, for one, also arrive
 * while a picture is checked.
 */
const TABLE: Readonly<Record<FlowState, Partial<Record<FlowEvent, Turn>>>> = {
  closed: { open: ['loading', 'set up', 'open camera'] },
  loading: {
    ready: ['detecting', 'announce start', 'watch'],
    restart: RESTART,
    fail: FAIL,
    close: CLOSE,
  },
  detecting: {
    good: ['countdown', 'count'],
    pause: PAUSE,
    restart: RESTART,
    fail: FAIL,
    close: CLOSE,
  },
  countdown: {
    lost: ['detecting', 'stop counting'],
    counted: ['checking', 'take'],
    pause: PAUSE,
    restart: RESTART,
    fail: FAIL,
    close: CLOSE,
  },
  checking: {
    accepted: (flow) =>
      flow.phase + 1 < flow.phases
        ? [{ ...flow, state: 'detecting', phase: flow.phase + 1 }, 'watch']
        : [{ ...flow, state: 'captured' }, 'release camera', 'deliver'],
    refused: ['detecting', 'watch'],
    pause: PAUSE,
    restart: RESTART,
    fail: FAIL,
    close: CLOSE,
  },
  captured: { restart: RESTART, close: CLOSE },
  paused: { resume: ['detecting', 'watch'], restart: RESTART, fail: FAIL, close: CLOSE },
  failed: { restart: RESTART, close: CLOSE },
  closing: {
    open: (flow) => [{ ...flow, reopen: true }],
    close: (flow) => [{ ...flow, reopen: false }],
    gone: (flow) =>
      flow.reopen
        ? [{ ...flow, state: 'loading', phase: 0, reopen: false }, 'set up', 'open camera']
        : [{ ...flow, state: 'closed', phase: 0 }],
  },
}

/** A module that is not open. */
export function closedFlow(phases = 1): Flow {
  return { state: 'closed', phase: 0, phases, reopen: false }
}

/** The flow after an event, and what is to be done then. */
export function stepFlow(flow: Flow, event: FlowEvent): { flow: Flow; orders: FlowOrder[] } {
  const turn = TABLE[flow.state][event]
  if (turn === undefined) return { flow, orders: [] }
  if (typeof turn === 'function') {
    const [next, ...orders] = turn(flow)
    return { flow: next, orders }
  }
  const [state, ...orders] = turn
  return { flow: { ...flow, state }, orders }
}
