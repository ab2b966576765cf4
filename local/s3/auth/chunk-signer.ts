import { createHash, type Hash } from 'node:crypto'
import { S3Error } from '../s3-error.ts'
import type { Claim } from './claim.ts'
import { sameHex, sha256Hex, signLines } from './signing-key.ts'

const EMPTY_HASH = sha256Hex('')

/**
 * Follows the chain of chunk signatures: each covers its chunk and the signature before it, the first
 * one that of the request (Amazon S3 API Reference, "Transferring Payload in Multiple Chunks").
 */
export class ChunkSigner {
  readonly #key: Buffer
  readonly #claim: Claim
  #previous: string
  #hash: Hash = createHash('sha256')

  constructor(key: Buffer, claim: Claim) {
    this.#key = key
    this.#claim = claim
    this.#previous = claim.signature
  }

  /** Takes in bytes of the present chunk. */
  update(data: Uint8Array): void {
    this.#hash.update(data)
  }

  /** Ends the present chunk. @throws S3Error `SignatureDoesNotMatch`. */
  endChunk(signature: string): void {
    const hash = this.#hash.digest('hex')
    this.#hash = createHash('sha256')
    this.#advance('AWS4-HMAC-SHA256-PAYLOAD', [EMPTY_HASH, hash], signature)
  }

  /** Checks the trailers, given as their canonical `name:value\n` lines. */
  endTrailer(canonical: string, signature: string): void {
    this.#advance(
      'AWS4-HMAC-SHA256-TRAILER',
      [sha256Hex(Buffer.from(canonical, 'latin1'))],
      signature,
    )
  }

  #advance(algorithm: string, hashes: string[], signature: string): void {
    const expected = signLines(this.#key, algorithm, this.#claim, [this.#previous, ...hashes])
    if (!sameHex(expected, signature)) {
      throw new S3Error('SignatureDoesNotMatch')
    }
    this.#previous = expected
  }
}
