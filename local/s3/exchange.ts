import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Access } from '../iam/access.ts'
import type { Store } from './store/store.ts'

/**
 * One request and the response to it. `expectsContinue`: the client waits for a 100 Continue before it sends a body.
 */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  expectsContinue: boolean
}

/** Called for a fault of this endpoint; `requestId` is the one the client saw. */
export type FaultListener = (fault: unknown, requestId: string) => void

/** What requests are served from. */
export type Service = {
  store: Store
  access: Access
  onFault?: FaultListener
}
