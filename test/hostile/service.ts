import type { Ask, ServiceResponse } from '../contract/ask.ts'
import { createAsk } from '../contract/ask.ts'
import { eventually } from '../stack/eventually.ts'
import { type Run, startRun } from '../stack/start-run.ts'

/** How a task ended, as its client hears it. */
export type Ended = NonNullable<ServiceResponse['body']['data']>

/** The file a task made, as its client gets it. */
export type Result = { bytes: Buffer; contentType: string | null }

/** The whole service on a running local stack, as a client of its papers uses it. */
export type HostedService = {
  run: Run
  ask: Ask
  /** Takes a slot and fills it; gives the file's id. */
  upload(bytes: Buffer, contentType?: string): Promise<string>
  /** Makes a task and waits for its end. */
  task(path: string, body: Record<string, unknown>): Promise<Ended>
  /** The same with what reshapes a face a little. */
  reshape(bytes: Buffer, more?: Record<string, unknown>): Promise<Ended>
  /** Fetches what a task made. */
  result(ended: Ended): Promise<Result>
}

export const FACE = '/s2s/v2.0/task/face-reshape'

export async function startHosted(): Promise<HostedService> {
  const run = await startRun()
  const ask = createAsk(run.at.baseUrl, run.at.apiKey)
  const upload: HostedService['upload'] = async (bytes, contentType = 'image/jpeg') => {
    const file = { content_type: contentType, file_name: 'a.jpg', file_size: bytes.length }
    const { body } = await ask('POST', '/s2s/v2.0/file', { body: { files: [file] } })
    const [slot] = body.data!.files
    const { method, url, headers } = slot!.requests[0]!
    const { status } = await fetch(url, { method, headers, body: new Uint8Array(bytes) })
    if (status !== 200) throw new Error(`The slot answered with ${status}.`)
    return slot!.file_id
  }
  const task: HostedService['task'] = async (path, body) => {
    const { body: made, text } = await ask('POST', path, { body })
    const id = made.data?.task_id
    if (!id) throw new Error(text)
    return await eventually(`the end of ${id}`, async () => {
      const { body: answer } = await ask('GET', `${path}/${id}`)
      return answer.data?.task_status === 'running' ? undefined : answer.data
    })
  }
  return {
    run,
    ask,
    upload,
    task,
    reshape: async (bytes, more = {}) =>
      await task(FACE, {
        src_file_id: await upload(bytes),
        version: '1.0',
        features: { eye_size: 40 },
        global: {},
        ...more,
      }),
    result: async ({ results }) => {
      const answer = await fetch(results!['url'] as string)
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { bytes, contentType: answer.headers.get('content-type') }
    },
  }
}
