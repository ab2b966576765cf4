import { createHash } from 'node:crypto'
import { CHECKSUM_ALGORITHMS, type Checksum, checksumElement } from '../checksum/algorithms.ts'
import { S3Error } from '../s3-error.ts'
import type { PartRow, UploadRow } from '../store/records.ts'
import { type XmlElement, xmlChildren, xmlText } from '../xml/parse-xml.ts'

/** The smallest size of a part that is not the last (Amazon S3 User Guide, "Amazon S3 multipart upload limits"). */
const MIN_PART = 5 * 1024 ** 2

/**
 * The parts that a `CompleteMultipartUpload` document lists, in its order.
 *
 * @throws S3Error `MalformedXML`, `InvalidPart`, `InvalidPartOrder`, `EntityTooSmall`.
 */
export function chooseParts(
  document: XmlElement,
  upload: UploadRow,
  parts: readonly PartRow[],
): PartRow[] {
  const listed = xmlChildren(document, 'Part')
  if (listed.length === 0 || listed.length > 10_000) {
    throw new S3Error('MalformedXML')
  }
  const byNumber = new Map(parts.map((part) => [part.number, part]))
  const chosen = listed.map((item) => {
    const part = byNumber.get(Number(xmlText(item, 'PartNumber')))
    if (
      part === undefined ||
      etagOf(item) !== part.etag ||
      !sameChecksum(item, part, upload.algorithm)
    ) {
      throw new S3Error('InvalidPart', {
        fields: { PartNumber: xmlText(item, 'PartNumber') ?? '' },
      })
    }
    return part
  })
  chosen.slice(1).forEach((part, before) => {
    if (part.number <= chosen[before]!.number) {
      throw new S3Error('InvalidPartOrder')
    }
  })
  refuseSmall(chosen.slice(0, -1))
  return chosen
}

/** A digest of the numbers and ETags that a document lists, by which a repeated request is known. */
export function partList(document: XmlElement): string {
  const listed = xmlChildren(document, 'Part').map((item) => [
    Number(xmlText(item, 'PartNumber')),
    etagOf(item),
  ])
  return createHash('sha256').update(JSON.stringify(listed)).digest('hex')
}

function refuseSmall(parts: readonly PartRow[]): void {
  const small = parts.find((part) => part.size < MIN_PART)
  if (small !== undefined) {
    throw new S3Error('EntityTooSmall', {
      fields: {
        ProposedSize: String(small.size),
        MinSizeAllowed: String(MIN_PART),
        PartNumber: String(small.number),
        ETag: small.etag,
      },
    })
  }
}

function etagOf(item: XmlElement): string | undefined {
  return xmlText(item, 'ETag')?.trim().replaceAll('"', '')
}

function sameChecksum(
  item: XmlElement,
  part: PartRow,
  algorithm: Checksum['algorithm'] | null,
): boolean {
  // Of an upload without an algorithm no part keeps which one its checksum was of.
  return CHECKSUM_ALGORITHMS.every((name) => {
    const value = algorithm === null ? undefined : xmlText(item, checksumElement(name))
    return value === undefined || (name === algorithm && value === part.checksum)
  })
}
