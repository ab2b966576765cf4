/** Ports of an earlier start by service name, kept so that URLs that were given out stay valid. */
export type Ports = Record<string, number>

/**
 * Starts a server on the requested port, else on its port of last time, else on a free one.
 * @throws when a requested port other than 0 is taken: the caller named it, so another one would surprise
 */
export async function startOnPort<T>(
  asked: number | undefined,
  last: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (asked) return start(asked)
  if (!last) return start(0)
  try {
    return await start(last)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE' || code === 'EACCES') return start(0)
    throw error
  }
}
