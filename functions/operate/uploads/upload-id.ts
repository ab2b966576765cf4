import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failures/failure.ts'
import { DROP_PREFIX } from '../../../catalog/recipe/shape/key-prefixes.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'

/** An upload in parts: of which file, under which recipe, and S3's own id for it. */
export type Upload = {
  recipe: string
  name: string
  size: number
  modified: number
  uploadId: string
}

const FIELDS = z.tuple([
  z.string().check(z.regex(RECIPE_NAME)),
  z.string().check(z.minLength(1), z.maxLength(1024)),
  z.int().check(z.gte(1)),
  z.int(),
  z.string().check(z.minLength(1), z.maxLength(1024)),
])

/**
 * The id of an upload, which says all that is known of it: nothing has to be kept, and a page that was closed goes on
 * with it. It opens nothing that whoever may upload could not begin anew.
 */
export function uploadIdOf({ recipe, name, size, modified, uploadId }: Upload): string {
  return Buffer.from(JSON.stringify([recipe, name, size, modified, uploadId])).toString('base64url')
}

/** @throws Failure InvalidParameters for what is no id */
export function parseUploadId(id: string): Upload {
  const { success, data } = FIELDS.safeParse(read(id))
  if (!success) throw new Failure('InvalidParameters', 'id must be that of an upload in parts.')
  const [recipe, name, size, modified, uploadId] = data
  return { recipe, name, size, modified, uploadId }
}

function read(id: string): unknown {
  try {
    return JSON.parse(Buffer.from(id, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** The key that a file is dropped under. */
export function dropKey({ recipe, name }: Pick<Upload, 'recipe' | 'name'>): string {
  return `${DROP_PREFIX}${recipe}/${name}`
}
