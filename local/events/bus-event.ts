import { randomUUID } from 'node:crypto'

/** An event as EventBridge delivers it to a target (User Guide, "Events in Amazon EventBridge"). */
export type BusEvent = {
  readonly version: '0'
  readonly id: string
  readonly 'detail-type': string
  readonly source: string
  readonly account: string
  /** ISO 8601 with whole seconds. */
  readonly time: string
  readonly region: string
  readonly resources: readonly string[]
  readonly detail: unknown
}

/** The sender's part of an event. The rest of the envelope is filled in. */
export type EventDraft = {
  readonly source: string
  readonly detailType: string
  readonly detail: unknown
  readonly resources?: readonly string[]
  readonly time?: Date
}

/** Puts an event in its envelope. */
export function createBusEvent(
  draft: EventDraft,
  environment: { region: string; account: string; now: number },
): BusEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': draft.detailType,
    source: draft.source,
    account: environment.account,
    time: (draft.time ?? new Date(environment.now)).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: environment.region,
    resources: draft.resources ?? [],
    detail: draft.detail,
  }
}
