import pMap from 'p-map'
import type { AskedFile } from '../../../catalog/console/drops.ts'
import type { Budget } from '../../../catalog/costs/budget.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { isCompanion } from '../../../catalog/recipe/companions.ts'
import { jobOfKey } from '../../operate/drops/job-of-key.ts'
import { whyLeft } from '../../operate/drops/judge-file.ts'
import { planFiles } from '../../operate/drops/plan-files.ts'
import type { PipelineClients } from '../../operate/pipeline-clients.ts'
import { loadRecipeText } from '../../operate/recipes/load-recipe.ts'
import { beginUploads, type UploadDeps } from '../../operate/uploads/begin-uploads.ts'
import { dropKey, parseUploadId } from '../../operate/uploads/upload-id.ts'
import {
  abortUpload,
  completeUpload,
  type PartDeps,
  uploadState,
} from '../../operate/uploads/upload-parts.ts'
import { DROPS } from './drops-forms.ts'
import { type ConsoleRoute, route } from './route.ts'

/** What drops depend on. */
export type DropsDeps = {
  drops: Pick<PipelineClients, 's3' | 'db' | 'at'> &
    Pick<UploadDeps, 'presign'> &
    Pick<PartDeps, 'presignPart'> & { budget: Budget }
  /** Epoch milliseconds. */
  now: () => number
}

const LOOKS_AT_ONCE = 16

/** Drops: what will become of files, and their uploads. */
export const DROPS_ROUTES: readonly ConsoleRoute<DropsDeps>[] = [
  route({
    ...DROPS.plan,
    handle: async ({ body: { recipe: name, files } }, { drops, now }) => {
      const loaded = await usableRecipe(name, drops)
      const asked = { name, ...loaded, files: files as AskedFile[] }
      return { json: await planFiles(asked, drops, { budget: drops.budget, now: now() }) }
    },
  }),
  route({
    ...DROPS.jobs,
    handle: async ({ body: { recipe: name, names } }, { drops }) => {
      const { recipe } = await usableRecipe(name, drops)
      const dropped = await pMap(
        names,
        async (file) => {
          const key = dropKey({ recipe: name, name: file })
          const job = isCompanion(recipe, key) ? undefined : await jobOfKey(key, name, drops)
          return { name: file, ...(job !== undefined && { job }) }
        },
        { concurrency: LOOKS_AT_ONCE },
      )
      return { json: { dropped } }
    },
  }),
  route({
    ...DROPS.begin,
    handle: async ({ body: { recipe: name, files } }, { drops }) => {
      const { recipe } = await usableRecipe(name, drops)
      for (const file of files as AskedFile[]) {
        const why = whyLeft(file, { key: dropKey({ recipe: name, name: file.name }), recipe })
        if (why === undefined) continue
        throw new Failure('InvalidParameters', `${JSON.stringify(file.name)} is left out: ${why}.`)
      }
      const where = { ...drops, bucket: drops.at.dropBucket }
      const uploads = await beginUploads({ recipe: name, files: files as AskedFile[] }, where)
      return { json: { uploads } }
    },
  }),
  route({
    ...DROPS.state,
    handle: async ({ at: { id = '' }, query: { after = 0 } }, { drops }) => ({
      json: await uploadState(parseUploadId(id), after, { ...drops, bucket: drops.at.dropBucket }),
    }),
  }),
  route({
    ...DROPS.complete,
    handle: async ({ at: { id = '' } }, { drops }) => {
      const upload = parseUploadId(id)
      const { recipe } = await usableRecipe(upload.recipe, drops)
      await completeUpload(upload, { s3: drops.s3, bucket: drops.at.dropBucket })
      const key = dropKey(upload)
      const job = isCompanion(recipe, key) ? undefined : await jobOfKey(key, upload.recipe, drops)
      return { json: { name: upload.name, ...(job !== undefined && { job }) } }
    },
  }),
  route({
    ...DROPS.abort,
    handle: async ({ at: { id = '' } }, { drops }) => {
      const upload = parseUploadId(id)
      await abortUpload(upload, { s3: drops.s3, bucket: drops.at.dropBucket })
      return { json: { name: upload.name } }
    },
  }),
]

/** The recipe that files are dropped under. @throws Failure StateConflict where it cannot be used, in words */
async function usableRecipe(name: string, { s3, at }: DropsDeps['drops']) {
  return await loadRecipeText(name, { s3, bucket: at.dropBucket }).catch((error: Error) => {
    if (error.constructor !== Error) throw error
    throw new Failure('StateConflict', error.message)
  })
}
