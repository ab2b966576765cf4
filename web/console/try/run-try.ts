import type { TryBegun, TrySlots, TryStatus } from '../../../catalog/console/try-wire.ts'
import { busyMs } from '../api/pace.ts'
import { RequestError, request } from '../api/request.ts'

/** Files by role, in the order in which they were chosen. */
export type ChosenFiles = Readonly<Record<string, readonly File[]>>

/** Ids of uploaded files by role. */
export type FileIds = Readonly<Record<string, readonly string[]>>

/** What the admin API is told of files before any byte of them goes up. */
export function describeFiles(files: ChosenFiles) {
  return Object.entries(files).flatMap(([role, some]) =>
    some.map(({ name, type, size }) => ({
      role,
      name: name.slice(-255),
      contentType: type,
      size,
    })),
  )
}

/**
 * Puts files where the service says, each by an address of its own.
 * @throws RequestError with what the admin API refuses, or that a file did not arrive
 */
export async function uploadFiles(
  feature: string,
  parameters: unknown,
  files: ChosenFiles,
): Promise<FileIds> {
  const body = { make: 'slots', feature, parameters, files: describeFiles(files) }
  const { slots } = await request<TrySlots>('/tries', { method: 'POST', body })
  const bytes = Object.values(files).flat()
  await Promise.all(
    slots.map(async ({ request: sending }, nth) => {
      if (!sending) throw new RequestError('Offline', 'The address to upload to was lost.', 0)
      const { method, url, headers } = sending
      const answer = await fetch(url, { method, headers, body: bytes[nth] as File }).catch(
        () => undefined,
      )
      if (answer?.ok) return
      const status = answer?.status ?? 0
      throw new RequestError('UploadFailed', `The upload was answered with ${status}.`, status)
    }),
  )
  const ids: Record<string, string[]> = {}
  for (const { role, id } of slots) ids[role] = [...(ids[role] ?? []), id]
  return ids
}

/** Begins the free detection or the effect, and gives the task. */
export async function beginTask(body: object): Promise<string> {
  return (await request<TryBegun>('/tries', { method: 'POST', body })).task
}

/** A task that has ended; undefined where nobody waits any more. */
export async function endOf(
  task: string,
  { feature, stage, signal }: { feature: string; stage: string; signal: AbortSignal },
): Promise<TryStatus | undefined> {
  const query = new URLSearchParams({ feature, stage })
  while (!signal.aborted) {
    const status = await request<TryStatus>(`/tries/${encodeURIComponent(task)}?${query}`)
    if (status.status !== 'running') return status
    await new Promise((done) => setTimeout(done, busyMs(location.protocol)))
  }
  return undefined
}
