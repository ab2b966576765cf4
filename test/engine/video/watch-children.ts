import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const EVERY = 10

/**
 * Watches the processes that this one starts.
 * @returns ends it, and gives the most resident bytes that any of them had, by proc(5); 0 where the system has none
 */
export function watchChildren(): () => number {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of childrenOf(process.pid)) most = Math.max(most, peakOf(pid))
  }, EVERY)
  return () => {
    clearInterval(timer)
    return most
  }
}

function childrenOf(parent: number): string[] {
  try {
    const threads = readdirSync(`/proc/${parent}/task`)
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${parent}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean),
    )
  } catch {
    return []
  }
}

function peakOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}
