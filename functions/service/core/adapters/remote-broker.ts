import type { SegmentBroker, TaskBroker } from '../ports/broker.ts'

/** Asks a broker: a verb and what it is asked with, as JSON; resolves to its answer, null for none. */
export type CallBroker = (request: { verb: string; ask: object }) => Promise<unknown>

const TASK_VERBS: Record<keyof TaskBroker, true> = {
  begin: true,
  renew: true,
  release: true,
  giveWay: true,
  putOff: true,
  end: true,
  noteProgress: true,
  lowerUnits: true,
  beginGeneration: true,
  keepTicket: true,
  settleGeneration: true,
  placeResult: true,
  placeShared: true,
  share: true,
  listModels: true,
}

const SEGMENT_VERBS: Record<keyof SegmentBroker, true> = {
  listModels: true,
  beginSegment: true,
  noteSegment: true,
  placeSegment: true,
  failSegment: true,
  beginJoin: true,
  renew: true,
  release: true,
  placeResult: true,
  end: true,
  giveUp: true,
}

/** A broker of tasks somewhere else. */
export function remoteTaskBroker(call: CallBroker): TaskBroker {
  return remote(TASK_VERBS, call) as TaskBroker
}

/** A broker of segments somewhere else. */
export function remoteSegmentBroker(call: CallBroker): SegmentBroker {
  return remote(SEGMENT_VERBS, call) as SegmentBroker
}

function remote(verbs: Record<string, true>, call: CallBroker): object {
  return Object.fromEntries(
    Object.keys(verbs).map((verb) => [
      verb,
      async (ask: object) => (await call({ verb, ask })) ?? undefined,
    ]),
  )
}
