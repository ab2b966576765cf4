import { basename } from 'node:path'
import { Failure } from '../../../catalog/failures/failure.ts'
import type { Job } from '../../operate/pipeline-records.ts'
import { fetchedName } from '../../operate/results/fetched-name.ts'
import type { RouteDeps } from './route.ts'

/** What a browser may be told that a stored file is: a dropped file may claim to be a page. */
const SHOWN: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  json: 'application/json',
}

const OTHER = 'application/octet-stream'

/**
 * A link to the source (`source`), a result (`result-0`) or the receipt (`receipt`) of a job. A result that is
 * downloaded has the name that `darkroom jobs fetch` gives it.
 * @throws Failure InvalidParameters, NotFound
 */
export async function linkToJobFile(
  job: Job,
  which: string,
  isDownload: boolean,
  { linkTo, pipeline }: RouteDeps,
): Promise<string> {
  const object = objectOf(job, which, pipeline.at.resultsBucket)
  const stored = basename(object.key)
  const ending = stored.slice(stored.lastIndexOf('.') + 1).toLowerCase()
  const fileName = which.startsWith('result-') ? fetchedName(job.source.key, object.key) : stored
  return linkTo(object, { contentType: SHOWN[ending] ?? OTHER, fileName, isDownload })
}

/** The object that `which` names. */
export function objectOf(
  { id, source, results = [], status }: Job,
  which: string,
  resultsBucket: string,
): { bucket: string; key: string; version?: string } {
  if (which === 'source') {
    return { bucket: source.bucket, key: source.key, version: source.version }
  }
  if (which === 'receipt') {
    const [first] = results
    if (status !== 'succeeded' && status !== 'failed') {
      throw new Failure('NotFound', `${id} has no receipt before it has ended.`)
    }
    const folder = first ? first.key.slice(0, first.key.lastIndexOf('/') + 1) : `results/${id}/`
    return { bucket: resultsBucket, key: `${folder}receipt.json` }
  }
  const place = /^result-(\d{1,3})$/.exec(which)?.[1]
  if (place === undefined) {
    throw new Failure(
      'InvalidParameters',
      'which must be source, receipt, or result-0, result-1, …',
    )
  }
  const result = results[Number(place)]
  if (!result)
    throw new Failure('NotFound', `${id} has no ${which}: it has ${results.length} results.`)
  return result
}
