import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { FetchRefused } from './fetch-refused.ts'
import { isPublicAddress } from './is-public-address.ts'

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * A `lookup` function for sockets that refuses a name unless every address it resolves to is public. The socket
 * connects to the addresses checked here, so DNS rebinding (another address at the second look-up) is not possible.
 */
export function guardedLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, callback) => {
    resolvePublic(hostname, resolve).then(
      (addresses) => {
        if (options.all) return callback(null, addresses)
        const [{ address, family }] = addresses as [LookupAddress]
        callback(null, address, family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

async function resolvePublic(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  // One sentence for all: a difference would tell a client which names a private network knows.
  const message = `The name ${hostname} has no public address.`
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new FetchRefused('dns', message, { cause })
  })
  if (addresses.length === 0) throw new FetchRefused('dns', message)
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new FetchRefused('address', message)
  }
  return addresses
}

const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })
