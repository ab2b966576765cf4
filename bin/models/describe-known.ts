import type { KnownModel } from '../../engine/models/known-models.ts'

/** What is told of a file before it is fetched. */
export type OfferedModel = Pick<KnownModel, 'name' | 'url' | 'size' | 'manifest'> &
  Partial<Pick<KnownModel, 'hash' | 'licenceUrl' | 'training'>>

/** The terms of a file and what is known of its bytes, for people. */
export function describeKnown(model: OfferedModel): string[] {
  const { name, url, size, hash, licenceUrl, training, manifest } = model
  const bytes =
    'bytes' in size
      ? `${size.bytes} bytes`
      : `at most ${size.most} bytes; how many is not published`
  return [
    `${name}  ${manifest.task}`,
    `  from      ${url}`,
    `  size      ${bytes}`,
    `  hash      ${describeHash(hash)}`,
    `  licence   ${manifest.licence}${licenceUrl ? `, ${licenceUrl}` : ''}`,
    ...(training ? [`  training  ${training}`] : []),
    `  file      ${manifest.file}`,
  ]
}

function describeHash(hash: OfferedModel['hash']): string {
  if (!hash) return 'none is known: the first download is trusted as it comes'
  if ('sha256' in hash) return `sha256 ${hash.sha256}`
  return `md5 ${hash.md5}, which proves an undamaged download, not that nobody exchanged the file`
}
