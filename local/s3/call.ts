import type { IncomingMessage } from 'node:http'
import type { Access } from '../iam/access.ts'
import type { Authorized } from './auth/authorize.ts'
import type { Query } from './request-target.ts'
import type { Store } from './store/store.ts'

/** One authorized request as an action gets it. */
export type Call = {
  store: Store
  method: string
  bucket: string
  key: string
  query: Query
  /**
   * The request's settings by lower-case name: its headers and, for a presigned URL, also the `x-amz-*` parameters,
   * which stand for headers. For a form, the fields that do.
   */
  fields: Readonly<Record<string, string>>
  requestId: string
  sourceIp: string
  auth: Authorized
  access: Access
  /** The body as it comes over the wire. A client that waits for a 100 Continue is told to send it. */
  openBody: () => AsyncIterable<Buffer>
  headers: IncomingMessage['headers']
  /** For a form alone. */
  form?: PostedForm
}

/** How a form wants to be answered, and the host it was sent to. */
export type PostedForm = {
  status: string | undefined
  redirect: string | undefined
  host: string
}

/** One operation of the S3 API. */
export type Action = (call: Call) => Promise<Answer> | Answer

/** The answer to a call. A stream needs its `content-length` among the headers. */
export type Answer = {
  status: number
  headers?: Record<string, string | number | undefined>
  body?: string | NodeJS.ReadableStream
}
