import { createHash, type Hash, type KeyObject } from 'node:crypto'
import type { Claim } from '../../signature/claim.ts'
import { sameHex, sha256Hex, signLines } from '../../signature/signing-key.ts'
import { S3Error } from '../s3-error.ts'

const EMPTY_HASH = sha256Hex('')

/**
 * Verifies the chain of chunk signatures: each covers its chunk and the signature before it, the first one the
 * signature of the request (Amazon S3 API Reference, "Signature calculations for the authorization header:
 * transferring payload in multiple chunks").
 */
export class ChunkSigner {
  readonly #key: KeyObject
  readonly #claim: Claim
  #previous: string
  #hash: Hash = createHash('sha256')

  constructor(key: KeyObject, claim: Claim) {
    this.#key = key
    this.#claim = claim
    this.#previous = claim.signature
  }

  /** Adds bytes of the current chunk. */
  update(data: Uint8Array): void {
    this.#hash.update(data)
  }

  /** Ends the current chunk. @throws S3Error `SignatureDoesNotMatch`. */
  endChunk(signature: string): void {
    const hash = this.#hash.digest('hex')
    this.#hash = createHash('sha256')
    this.#advance('AWS4-HMAC-SHA256-PAYLOAD', [EMPTY_HASH, hash], signature)
  }

  /**
   * Verifies the trailers, given as their canonical `name:value\n` lines. @throws S3Error `SignatureDoesNotMatch`.
   */
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
