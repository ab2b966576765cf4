import * as z from 'zod/mini'
import { Failure } from '../failures/failure.ts'
import { LOOK_SCHEMA, type Look } from './look.ts'
import { LOOK_FILES } from './look-files.ts'

/**
 * The look of a template of `look-vto`.
 * @throws Failure `InvalidTemplate` where there is none; an error of the schema for a file that is no look
 */
export function readLook(id: string): Look {
  if (!Object.hasOwn(LOOK_FILES, id)) throw new Failure('InvalidTemplate')
  return z.parse(LOOK_SCHEMA, LOOK_FILES[id])
}
