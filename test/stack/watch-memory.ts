import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two looks. */
const EVERY = 250

/** The resident bytes of a process and of all that it started, now. */
export function residentMemory(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), statusOf(Number(name), 'PPid'))
  }
  const family = [pid]
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child)
  }
  return family.reduce((sum, one) => sum + 1024 * statusOf(one, 'VmRSS'), 0)
}

/** A number of `/proc/<pid>/status`; 0 of a process that has ended. */
function statusOf(pid: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Notes the most resident bytes of a process and its children from now until `stop`, which gives it. */
export function watchMemory(pid: number): { stop(): Promise<number> } {
  const stopping = new AbortController()
  let most = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      most = Math.max(most, residentMemory(pid))
      await pause(EVERY)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      return most
    },
  }
}
