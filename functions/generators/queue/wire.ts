import type { ServerTarget } from '../ask-server.ts'

/** The fields of a model, and how its server is reached. */
export type WireCall = {
  model: string
  input: Readonly<Record<string, unknown>>
  target: Omit<ServerTarget, 'url'>
  /** Names the call; 64 hexadecimal digits. */
  token: string
}

/** What a model made, as its server tells of it. */
export type WireAnswer = { output: unknown }

/** How models behind one kind of server are spoken to. */
export type Wire = {
  /** The header `authorization` for a key. */
  authorization(key: string): string
  /** Hosts that pictures are fetched from, each with all below it; that of the server itself beside them. */
  hosts: readonly string[]
  /**
   * Begins a call.
   * @returns the server’s name of it, or the answer where the server gives it at once
   * @throws as `askServer`
   */
  begin(call: WireCall): Promise<{ ticket: string } | WireAnswer>
  /**
   * Looks after a call, which costs nothing.
   * @returns undefined while its answer is still to come
   * @throws Fault where the call failed, and as `askServer`
   */
  look(ticket: string, call: Pick<WireCall, 'target'>): Promise<WireAnswer | undefined>
}
