import { FEATURES } from '../../../../catalog/features/features.ts'
import { createUploads, UPLOADS_SCHEMA } from '../../core/tasks/create-uploads.ts'
import { jsonSchema } from './json-schema.ts'
import { parseJsonObject } from './parse-json-object.ts'
import type { Operation, Route, RouteDeps, RouteRequest } from './route.ts'

const PATH = '/s2s/v2.0/file'

const operation: Operation = {
  id: 'createUploads',
  tag: 'Files',
  summary:
    'Makes upload slots. Each is filled by the request in its answer, without the key, within an hour.',
  body: jsonSchema(UPLOADS_SCHEMA.request),
  example: { files: [{ content_type: 'image/jpeg', file_name: 'photo.jpg', file_size: 50_000 }] },
  response: { data: jsonSchema(UPLOADS_SCHEMA.response) },
  failures: ['BadRequest', 'InvalidParameters'],
}

async function handle({ account, request }: RouteRequest, deps: RouteDeps) {
  return {
    json: { data: await createUploads(account, parseJsonObject(request.body), deps) },
  }
}

/** Upload slots. Older clients use a path for each feature; it responds the same. */
export const uploadRoutes: readonly Route[] = [
  { method: 'POST', path: PATH, operation, handle },
  ...FEATURES.map(({ name }): Route => ({ method: 'POST', path: `${PATH}/${name}`, handle })),
]
