/** The version of the engine, that of the whole package: what a result was made with is asked by it. */
export const ENGINE_VERSION = '0.1.0'

/** The header in which the service says it, on answers and on webhooks. Others say nothing. */
export const ENGINE_HEADER = 'darkroom-engine'

/** The version in a header, if it can be one: it is kept and shown. */
export function engineFromHeader(header: string | null | undefined): string | undefined {
  return header && /^[\w.+-]{1,40}$/.test(header) ? header : undefined
}
