import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { FetchRefused } from './fetch-refused.ts'
import { isPublicAddress } from './is-public-address.ts'

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * A connector's `lookup` that refuses a name unless every address it resolves to is public. The socket connects to
 * the very addresses checked here, so an answer that changes between check and connect changes nothing.
 */
export function guardedLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, callback) => {
    resolvePublic(hostname, resolve).then(
      (addresses) => {
        if (options.all) return callback(null, addresses)
        const [first] = addresses
        callback(null, first?.address ?? '', first?.family ?? 4)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

async function resolvePublic(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new FetchRefused('dns', `The name ${hostname} could not be resolved.`, { cause })
  })
  if (addresses.length === 0) {
    throw new FetchRefused('dns', `The name ${hostname} has no address.`)
  }
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new FetchRefused('address', `The host ${hostname} is not at a public address.`)
  }
  return addresses
}

const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })
