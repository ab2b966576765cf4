import { pathToFileURL } from 'node:url'
import type { Context } from 'aws-lambda'

/** The exported `handler` of a function's source file. */
export type Handler = (event: unknown, context: Context) => unknown

/**
 * Imports the handler of `entry`. Each `instance` imports it anew, so that clients made in the file do not keep the
 * endpoints of an earlier start in the same process.
 * @throws Error naming the file when it does not export a function `handler`
 */
export async function importHandler(entry: string, instance: string): Promise<Handler> {
  const url = `${pathToFileURL(entry).href}?instance=${instance}`
  const loaded: { handler?: unknown } = await import(/* @vite-ignore */ url)
  if (typeof loaded.handler === 'function') return loaded.handler as Handler
  throw new Error(`${entry} must export a function named handler`)
}
