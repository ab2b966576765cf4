import { readFileSync } from 'node:fs'

/**
 * Looks at this process's memory from here on; what it gives tells the most there was so far, in bytes. `all` counts
 * the processes that it started too, on Linux.
 */
export function watchMemory() {
  const most = { rss: 0, heap: 0, all: 0 }
  const timer = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage()
    most.rss = Math.max(most.rss, rss)
    most.heap = Math.max(most.heap, heapUsed)
    most.all = Math.max(most.all, rss + childrenRss())
  }, 200)
  timer.unref()
  return () => most
}

/** Bytes that the children of this process hold (proc(5)); pages that they share are counted in each. */
function childrenRss(): number {
  const children = read(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)
  let bytes = 0
  for (const child of children) {
    const [, kilobytes = '0'] = read(`/proc/${child}/status`).match(/VmRSS:\s+(\d+) kB/) ?? []
    bytes += 1024 * Number(kilobytes)
  }
  return bytes
}

/** A file that is gone when its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
