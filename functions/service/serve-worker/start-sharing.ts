import type { StartExecution } from '../../start-execution.ts'

/** Starts the workflow of a shared video; harmless where it was started before. */
export async function startSharing(
  id: string,
  count: number,
  start: StartExecution | undefined,
): Promise<void> {
  if (!start) throw new Error('There is no workflow for videos that several workers share.')
  const segments = Array.from({ length: count }, (_, nth) => nth)
  // Longer names are refused; what is left of an id is as unique.
  await start(id.slice(0, 80), { task: id, segments })
}
