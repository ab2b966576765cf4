/** Looks at this process's memory from here on; what it gives tells the most there was so far, in bytes. */
export function watchMemory() {
  const most = { rss: 0, heap: 0 }
  const timer = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage()
    most.rss = Math.max(most.rss, rss)
    most.heap = Math.max(most.heap, heapUsed)
  }, 200)
  timer.unref()
  return () => most
}
