import { createHash } from 'node:crypto'
import type {
  TriesAnswer,
  TryBegun,
  TryCheckAnswer,
  TrySlots,
  TryStatus,
} from '../../../../catalog/console/try-wire.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature } from '../../../../catalog/features/feature.ts'
import { FEATURES, findFeature, stagesOf, taskPath } from '../../../../catalog/features/features.ts'
import type { ServiceOffer } from '../../../../catalog/generator/generator.ts'
import { suggestName } from '../../../../catalog/issues/suggest-name.ts'
import { judgeTry, type TriedFile, tryProblems } from '../../../operate/tries/judge-try.ts'
import { tryRequest } from '../../../operate/tries/try-request.ts'
import { ServiceFailure, TRIES, type TryService } from '../../../operate/tries/try-service.ts'
import { type ConsoleRoute, route } from '../route.ts'
import { TRIES_FORMS } from './tries-forms.ts'

/** What tries depend on. */
export type TriesDeps = {
  tries: TryService
  baseUrl: string
  /** What the service carries out; absent where that is not known. */
  offer: ServiceOffer | undefined
}

/** Features tried on a picture of one's own. */
export const TRIES_ROUTES: readonly ConsoleRoute<TriesDeps>[] = [
  route({
    ...TRIES_FORMS.offer,
    handle: async (_, { baseUrl, offer }: TriesDeps) => {
      const answer: TriesAnswer = {
        baseUrl,
        ...(offer && { features: [...offer.features] }),
        ...(offer?.generator && {
          generator: { ...offer.generator, abilities: [...offer.generator.abilities] },
        }),
      }
      return { json: answer }
    },
  }),
  route({
    ...TRIES_FORMS.check,
    handle: async ({ body: { feature: name, parameters, files } }, { offer }: TriesDeps) => {
      const feature = featureOf(name)
      const tried = { parameters, files: placeholders(files) }
      const problems = tryProblems(feature, parameters, files)
      if (problems.length > 0) return { json: { problems } satisfies TryCheckAnswer }
      const answer: TryCheckAnswer = {
        units: judgeTry(feature, tried, { files, offer }),
        effect: { path: taskPath(feature, 'effect'), body: tryRequest(feature, tried) },
        ...(stagesOf(feature).includes('pre-process') && {
          detection: { path: taskPath(feature, 'pre-process') },
        }),
      }
      return { json: answer }
    },
  }),
  route({
    ...TRIES_FORMS.make,
    handle: async ({ body, request, session }, deps: TriesDeps) => {
      const feature = featureOf(body.feature)
      const { tries } = deps
      if (body.make === 'slots') return slotsFor(feature, body, deps)
      // The service answers a repeated request with the same task.
      const key = keyOf(session.who, request.headers['idempotency-key'] ?? '', body.make)
      if (body.make === 'detection') {
        if (!feature.preProcess) {
          throw new Failure('InvalidParameters', `${feature.name} has no detection.`)
        }
        const task = await asked(
          tries.create(feature, 'pre-process', { src_file_id: body.src }, key),
        )
        return { json: { task } satisfies TryBegun }
      }
      judgeTry(feature, body, { offer: deps.offer })
      const task = await asked(tries.create(feature, 'effect', tryRequest(feature, body), key))
      return { json: { task } satisfies TryBegun }
    },
  }),
  route({
    ...TRIES_FORMS.status,
    handle: async ({ at: { id = '' }, query: { feature: name, stage } }, { tries }: TriesDeps) => {
      const feature = featureOf(name)
      if (!stagesOf(feature).includes(stage)) {
        throw new Failure('InvalidParameters', `${feature.name} has no ${stage}.`)
      }
      if (!/^[\w.~-]{1,512}$/.test(id))
        throw new Failure('InvalidParameters', 'id must be a task’s.')
      const found = await asked(tries.status(feature, stage, id, TRIES))
      const { url, result, ...values } = found.results ?? {}
      const answer: TryStatus = {
        status: found.task_status,
        ...(found.error != null && { error: found.error }),
        ...(found.error_message !== undefined && { message: found.error_message }),
        ...(found.engine !== undefined && { engine: found.engine }),
        ...(found.charge && { units: found.charge.units }),
        ...(url !== undefined && { url }),
        ...(stage === 'pre-process' && Array.isArray(result) && { found: result }),
        values: stage === 'effect' && result !== undefined ? { ...values, result } : values,
      }
      return { json: answer }
    },
  }),
]

function featureOf(name: string): Feature {
  const feature = findFeature(name)
  if (feature) return feature
  const known = FEATURES.map((one) => one.name)
  throw new Failure('InvalidParameters', `There is no feature ${name}.${suggestName(name, known)}`)
}

async function slotsFor(
  feature: Feature,
  { parameters, files }: { parameters: Record<string, unknown>; files: readonly TriedFile[] },
  { tries, offer }: TriesDeps,
) {
  judgeTry(feature, { parameters, files: placeholders(files) }, { files, offer })
  const made = await Promise.all(
    files.map(async ({ role, ...file }) => ({ role, ...(await asked(tries.slot(file))) })),
  )
  const kept: TrySlots = { slots: made.map(({ role, id }) => ({ role, id })) }
  // Whoever has such an address may write the file, so that it is kept nowhere.
  return { json: kept, shownOnce: { slots: made } satisfies TrySlots }
}

/** Ids that stand for files which are not uploaded yet: `{src}`, and `{ref.0}`, `{ref.1}` of several. */
function placeholders(files: readonly TriedFile[]): Record<string, string[]> {
  const ids: Record<string, string[]> = {}
  for (const { role } of files)
    ids[role] = [...(ids[role] ?? []), `{${role}.${ids[role]?.length ?? 0}}`]
  return ids
}

/** A callback's key is a job's id and more; what stands for the job says with which key of the service is called. */
function keyOf(who: string, key: string, make: string): string {
  return `${TRIES}/${createHash('sha256').update(`${who}\n${key}\n${make}`).digest('hex')}`
}

/** @throws Failure that says what the service answered, or that it did not */
async function asked<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    const { code, message } = error
    if (code === 'UnitsMissing') throw new Failure('CreditInsufficiency', message)
    if (code === 'ServiceBusy') throw new Failure('TooManyRequests', message)
    if (code === 'TaskRefused') throw new Failure('InvalidParameters', message)
    throw new Failure('ServiceSilent', message)
  }
}
