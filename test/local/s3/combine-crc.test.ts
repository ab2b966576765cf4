import { expect, test } from 'vitest'
import { CHECKSUMS } from '../../../local/s3/checksum/algorithms.ts'
import { multipartChecksum } from '../../../local/s3/checksum/multipart-checksum.ts'
import { fc } from '../../setup/random.ts'

function sum(name: 'CRC32' | 'CRC32C' | 'CRC64NVME', data: Uint8Array) {
  const digest = CHECKSUMS[name].start()
  digest.update(data)
  return digest.digest().toString('base64')
}

test.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)('combines %s of any parts', (name) => {
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(parts, (pieces) => {
      const sums = pieces.map((piece) => ({ size: piece.length, checksum: sum(name, piece) }))
      expect(multipartChecksum(name, 'FULL_OBJECT', sums)?.value).toBe(
        sum(name, Buffer.concat(pieces)),
      )
    }),
  )
})

test('has no checksum for an object when a part has none', () => {
  const parts = [
    { size: 1, checksum: sum('CRC32', Buffer.from('a')) },
    { size: 1, checksum: null },
  ]
  expect(multipartChecksum('CRC32', 'COMPOSITE', parts)).toBeUndefined()
})
