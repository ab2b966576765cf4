import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { INPUTS_PREFIX, SOURCE_PREFIXES } from '../../catalog/recipe/shape/key-prefixes.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { grantListPrefix, grantObjects } from '../constructs/grants.ts'

/** Where prepared and restored pictures lie in the results bucket while their job runs. */
export const PREPARED_PREFIX = 'prepared/'

/** What the pipeline reads, by kind: where it lies, and whether it is read in the version that an event named. */
const KINDS = {
  recipes: { in: 'drop', prefixes: ['recipes/'], byVersion: false },
  manifests: { in: 'drop', prefixes: ['batches/'], byVersion: true },
  // A job's own file, and the companions beside it.
  sources: { in: 'drop', prefixes: SOURCE_PREFIXES, byVersion: true },
  inputs: { in: 'drop', prefixes: [INPUTS_PREFIX], byVersion: true },
  prepared: { in: 'results', prefixes: [PREPARED_PREFIX], byVersion: false },
} as const

/**
 * Which kinds each function reads, by its folder. Any job's file may be dropped or be a batch's, so that no function
 * names one of the two.
 */
export const READS = {
  start: ['recipes', 'sources'],
  'work-chunk': ['recipes', 'sources'],
  'start-batch': ['manifests'],
  // And by recipes what results will be called.
  'read-manifest': ['manifests', 'recipes'],
  // What a function presigns, the service reads with the function's right.
  'pre-process': ['sources', 'inputs', 'prepared'],
  // The size of what people were found in.
  'choose-target': ['sources'],
  'create-task': ['sources', 'inputs', 'prepared'],
  // It presigns the same again while a task waits.
  'watch-task': ['sources', 'inputs', 'prepared'],
  prepare: ['sources', 'inputs', 'prepared'],
  // The source for its hash.
  deliver: ['sources', 'prepared'],
  // And whether one that could not be fetched is still there.
  'record-failure': ['sources'],
} as const satisfies Record<string, readonly (keyof typeof KINDS)[]>

/** All parts of the drop bucket that are read. */
export const READ_PREFIXES: readonly string[] = Object.values(KINDS)
  .filter((kind) => kind.in === 'drop')
  .flatMap(({ prefixes }) => prefixes)

/** Lets `fn` read what the function of that folder reads, and see what of it there is. */
export function letReadObjects(
  fn: IFunction,
  verb: keyof typeof READS,
  stores: Readonly<Record<'drop' | 'results', AnyBucket>>,
): void {
  for (const name of READS[verb]) {
    const { in: bucket, prefixes, byVersion } = KINDS[name]
    const actions = ['s3:GetObject', ...(byVersion ? ['s3:GetObjectVersion'] : [])]
    for (const prefix of prefixes) {
      grantObjects(fn, actions, stores[bucket], prefix)
      grantListPrefix(fn, stores[bucket], prefix)
    }
  }
}
