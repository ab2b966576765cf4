import type { Companions } from '../../../functions/pipeline/core/ports/companions.ts'

/** Seconds; the longest delay of a queue. */
const LONGEST = 900

/** Expected companions in memory. A further look at a job is passed to `lookAgain`. */
export function memoryCompanions(lookAgain: (job: string, seconds: number) => void): Companions {
  const expected = new Map<string, string>()
  const place = ({ bucket, key }: { bucket: string; key: string }) => JSON.stringify([bucket, key])
  return {
    expect: async (object, job) => void expected.set(place(object), job),
    jobExpecting: async (object) => expected.get(place(object)),
    lookAgain: async (job, seconds) =>
      lookAgain(job, Math.min(LONGEST, Math.max(1, Math.ceil(seconds)))),
  }
}
