import { Failure } from '../../../catalog/failure.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'
import { FEATURES, taskPath } from '../../../catalog/features.ts'

/** What a request asks for. */
export type Route =
  | { action: 'create-uploads' }
  | { action: 'create-task'; feature: Feature; stage: Stage }
  | { action: 'read-task'; feature: Feature; stage: Stage; taskId: string }

type TaskKind = { feature: Feature; stage: Stage }

const FILE_PATH = '/s2s/v2.0/file'

const taskKinds = new Map<string, TaskKind>(
  FEATURES.flatMap((feature) =>
    (feature.preProcess ? (['effect', 'pre-process'] as const) : (['effect'] as const)).map(
      (stage): [string, TaskKind] => [taskPath(feature, stage), { feature, stage }],
    ),
  ),
)

// Older clients ask for slots under the feature they are for; the answer is the same.
const filePaths = new Set([FILE_PATH, ...FEATURES.map(({ name }) => `${FILE_PATH}/${name}`)])

/** Finds what a method and path mean, by the catalogue. Throws `NotFound`. */
export const matchRoute = (method: string, path: string): Route => {
  if (method === 'POST') {
    if (filePaths.has(path)) return { action: 'create-uploads' }
    const kind = taskKinds.get(path)
    if (kind) return { action: 'create-task', ...kind }
  }
  if (method === 'GET') {
    const slash = path.lastIndexOf('/')
    const kind = taskKinds.get(path.slice(0, slash))
    // `<task path>/pre-process` is the address of another kind of task, not of a task with that id.
    if (kind && !taskKinds.has(path)) {
      return { action: 'read-task', ...kind, taskId: path.slice(slash + 1) }
    }
  }
  throw new Failure('NotFound')
}
