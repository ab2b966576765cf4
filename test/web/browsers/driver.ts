import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** A page of a browser that is driven from here. */
export type Driver = {
  goto(url: string): Promise<void>
  /** The value of an expression, whose promise is awaited; it passes through JSON. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Repeats an attempt until it succeeds, for so many milliseconds. */
export async function insist<Made>(
  attempt: () => Promise<Made>,
  milliseconds = 60_000,
): Promise<Made> {
  const end = Date.now() + milliseconds
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
