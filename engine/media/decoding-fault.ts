import { Fault } from '../../catalog/failures/fault.ts'

/** Thrown inside the engine where a decoder was ended for the time it took. */
export class DecoderStopped extends Error {}

/** How sharp says that its time is over: the library's error `timeout: 42% complete`. */
const TIMEOUT = /\btimeout: \d+% complete/

/** Whether a decoder was ended for the time it took. */
export function isTimeout(cause: unknown): boolean {
  return cause instanceof DecoderStopped || TIMEOUT.test(String(cause))
}

/**
 * The fault behind an error of a decoder. One that was ended for its time says nothing about the file, which a machine
 * with less to do may decode: `runtime`, after which trying again may help. Every other error is damage.
 * @param damaged the sentence for a damaged file
 */
export function decodingFault(cause: unknown, damaged: string): Fault {
  if (cause instanceof Fault) return cause
  return isTimeout(cause)
    ? new Fault('runtime', 'Decoding the picture took too long and was stopped.', { cause })
    : new Fault('unreadable', damaged, { cause })
}
