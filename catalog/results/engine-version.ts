/** The version of the engine, which is that of the package. Stored with results, to know what made them. */
export const ENGINE_VERSION = '0.1.0'

/** Header with the engine's version, on answers and webhooks. Other services do not send it. */
export const ENGINE_HEADER = 'darkroom-engine'

/** Reads the version from a header. Undefined unless it has a valid form, because it is stored and shown. */
export function engineFromHeader(header: string | null | undefined): string | undefined {
  return header && /^[\w.+-]{1,40}$/.test(header) ? header : undefined
}
