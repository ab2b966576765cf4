import { FEATURES } from '../../../../catalog/features.ts'
import type { ApiDeps } from '../api-deps.ts'
import { createUploads, UPLOADS } from '../create-uploads.ts'
import { jsonSchema } from '../json-schema.ts'
import { readJson } from '../read-json.ts'
import type { Asked, Operation, Route } from '../route.ts'

const PATH = '/s2s/v2.0/file'

const operation: Operation = {
  id: 'createUploads',
  tag: 'Files',
  summary:
    'Makes upload slots. Each is filled by the request in its answer, without the key, within an hour.',
  body: jsonSchema(UPLOADS.request),
  example: { files: [{ content_type: 'image/jpeg', file_name: 'photo.jpg', file_size: 50_000 }] },
  answer: { data: jsonSchema(UPLOADS.answer) },
  refuses: ['BadRequest', 'InvalidParameters'],
}

const answer = async ({ account, request }: Asked, deps: ApiDeps) => ({
  json: { data: await createUploads(account, readJson(request.body), deps) },
})

/** Upload slots. Older clients ask for them under the feature they are for; the answer is the same. */
export const uploadRoutes: readonly Route[] = [
  { method: 'POST', path: PATH, operation, answer },
  ...FEATURES.map(({ name }): Route => ({ method: 'POST', path: `${PATH}/${name}`, answer })),
]
