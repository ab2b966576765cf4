import { FEATURES } from '../../../../catalog/features.ts'
import { createUploads, UPLOADS_SCHEMA } from '../../tasks/create-uploads.ts'
import type { ApiDeps } from './api-deps.ts'
import { jsonSchema } from './json-schema.ts'
import { parseJsonObject } from './parse-json-object.ts'
import type { Operation, Route, RouteRequest } from './route.ts'

const PATH = '/s2s/v2.0/file'

const operation: Operation = {
  id: 'createUploads',
  tag: 'Files',
  summary:
    'Makes upload slots. Each is filled by the request in its answer, without the key, within an hour.',
  body: jsonSchema(UPLOADS_SCHEMA.request),
  example: { files: [{ content_type: 'image/jpeg', file_name: 'photo.jpg', file_size: 50_000 }] },
  response: { data: jsonSchema(UPLOADS_SCHEMA.answer) },
  failures: ['BadRequest', 'InvalidParameters'],
}

async function answer({ account, request }: RouteRequest, deps: ApiDeps) {
  return {
    json: { data: await createUploads(account, parseJsonObject(request.body), deps) },
  }
}

/** Upload slots. Older clients ask for them under the feature they are for; the answer is the same. */
export const uploadRoutes: readonly Route[] = [
  { method: 'POST', path: PATH, operation, answer },
  ...FEATURES.map(({ name }): Route => ({ method: 'POST', path: `${PATH}/${name}`, answer })),
]
