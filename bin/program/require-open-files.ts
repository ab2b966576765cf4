/** Sixty files dropped at once had 213 files and sockets open, and were at the limit of 256. */
const LEAST = 1024

/** @throws Error with the way out, when this process may open fewer files than a local run needs */
export function requireOpenFiles(limit: number = openFilesLimit()): void {
  if (limit >= LEAST) return
  throw new Error(
    `This process may open ${limit} files, and a run needs ${LEAST}: raise the limit with ulimit -n 4096.`,
  )
}

/** Files that this process may open; Node has raised it to what the system allows. Windows states none. */
function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } }
  }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
