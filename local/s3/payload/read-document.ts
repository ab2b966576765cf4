import type { Call } from '../call.ts'
import { S3Error } from '../s3-error.ts'
import { parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { checkPayload } from './check-payload.ts'
import { expectedDigests } from './expected-digests.ts'
import { openPayload } from './open-payload.ts'

/** Bytes. Enough for 10,000 parts with a checksum each, and for 1,000 keys that are fully escaped. */
const MAX_DOCUMENT = 8 * 1024 * 1024

/**
 * Reads the XML document in a request's body; undefined for an empty body.
 *
 * @throws S3Error `MalformedXML` when it is too long, not UTF-8, or no document with this root.
 */
export async function readDocument(call: Call, root: string): Promise<XmlElement | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of checkPayload(openPayload(call), expectedDigests(call)).bytes) {
    size += chunk.length
    if (size > MAX_DOCUMENT) {
      throw new S3Error('MalformedXML')
    }
    pieces.push(chunk)
  }
  if (size === 0) {
    return undefined
  }
  const document = parseXml(decode(Buffer.concat(pieces)))
  if (document.name !== root) {
    throw new S3Error('MalformedXML')
  }
  return document
}

/** {@link readDocument} for an operation that requires a document. */
export async function requireDocument(call: Call, root: string): Promise<XmlElement> {
  const document = await readDocument(call, root)
  if (document === undefined) {
    throw new S3Error('MalformedXML')
  }
  return document
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new S3Error('MalformedXML')
  }
}
