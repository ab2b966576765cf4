import { expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import { placeParameters } from '../../../../functions/pipeline/prepare/place-parameters.ts'
import { prepareReferences } from '../../../../functions/pipeline/prepare/prepare-references.ts'

const MADE = { bytes: Buffer.from('made'), contentType: 'image/png', ending: '.png' }

/** A bucket with these keys, an engine that makes something of each or fails, and what is written and asked. */
function world(there: string[], fault?: unknown) {
  const written: unknown[] = []
  const asked: unknown[] = []
  const deps = {
    objects: {
      open: async ({ bucket, key }: { bucket: string; key: string }) =>
        there.includes(`${bucket}:${key}`) ? { body: key } : undefined,
      write: async ({ bucket, key }: { bucket: string; key: string }, _: unknown, how: object) =>
        void written.push([`${bucket}:${key}`, how]),
    },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    pictures: {
      prepareMask: async (body: string, _: unknown, write: (made: object) => Promise<void>) => {
        asked.push(body)
        await write(MADE)
      },
      prepare: async (
        body: string,
        { target, named }: { target: string; named: boolean },
        write: (index: undefined, made: object) => Promise<void>,
      ) => {
        asked.push([body, target, named])
        if (fault !== undefined) throw fault
        await write(undefined, MADE)
      },
    },
  }
  return { deps: deps as never, written, asked }
}

const step = (inputs: object, feature: object = { files: {} }, parameters = {}) =>
  ({
    job: { id: 'job-1', source: { bucket: 'drop', key: 'drop/x/a.jpg' } },
    plan: { prepare: 'always' },
    index: 2,
    step: { inputs, parameters },
    feature,
  }) as never
const MARK = { contentType: 'image/png', metadata: { 'darkroom-job': 'job-1' } }

test('masks are written beside the prepared picture, or the one of a target', async () => {
  const inputs = {
    msk: { companion: '{stem}.mask.png' },
    srcmsk: { object: 'recipes/m.png' },
    ref: { object: 'recipes/r.png' },
  }
  const there = ['drop:drop/x/a.mask.png', 'drop:recipes/m.png']
  const { deps, written, asked } = world(there)
  const keys = { msk: 'prepared/job-1/2.msk.png', srcmsk: 'prepared/job-1/2.srcmsk.png' }
  expect(await placeParameters(step(inputs), {} as never, deps)).toEqual({ masks: keys })
  expect(asked).toEqual(['drop/x/a.mask.png', 'recipes/m.png'])
  expect(written).toEqual(Object.values(keys).map((key) => [`results:${key}`, MARK]))
  const part = await placeParameters(step({ msk: inputs.msk }), {} as never, deps, 0)
  expect(part).toEqual({ masks: { msk: 'prepared/job-1/2.0.msk.png' } })
})

test('without a mask, or with one that only the service fetches, nothing is made', async () => {
  const { deps, written } = world([])
  expect(await placeParameters(step({}), {} as never, deps)).toEqual({})
  const fetched = { msk: { url: 'https://pictures.example/m.png' } }
  expect(await placeParameters(step(fetched), {} as never, deps)).toEqual({})
  expect(written).toEqual([])
})

test.each([
  [{ object: 'recipes/m.png' }, 'InputMissing', 'recipes/m.png does not exist.'],
  [{ companion: '{stem}.m.png' }, 'CompanionMissing', 'drop/x/a.m.png does not exist.'],
])('a mask %j that is not there is told', async (msk, code, message) => {
  const made = placeParameters(step({ msk }), {} as never, world([]).deps)
  await expect(made).rejects.toMatchObject({ code, message })
})

test.each([true, false])(
  'parameters may name pixels where they mean the same: %s',
  async (fits) => {
    const feature = { files: {}, placePixels: () => fits }
    const made = placeParameters(step({}, feature), {} as never, world([]).deps)
    if (fits) expect(await made).toEqual({})
    else await expect(made).rejects.toMatchObject({ code: 'SourceUnfit' })
  },
)

const CLOTH = findFeature('cloth-v3') as object
const REF = { ref: { object: 'recipes/r.jpg' } }

test('a reference that does not meet its rule is written by its place', async () => {
  const { deps, written, asked } = world(['drop:recipes/r.jpg'])
  const key = 'prepared/job-1/2.ref0.png'
  expect(await prepareReferences(step(REF, CLOTH), deps)).toEqual({ references: { 0: key } })
  expect(written).toEqual([[`results:${key}`, MARK]])
  expect(asked).toEqual([['recipes/r.jpg', 'all', false]])
  const framed = {
    ...CLOTH,
    files: { ref: { ...findFeature('face-swap')?.files.src, framing: {} } },
  }
  await prepareReferences(step(REF, framed), deps)
  expect(asked[1]).toEqual(['recipes/r.jpg', 'largest', false])
})

test('a reference that is missing or cannot be made to fit is left as it is', async () => {
  const there = ['drop:recipes/r.jpg']
  const prepared = (keys: string[], fault?: unknown) =>
    prepareReferences(step(REF, CLOTH), world(keys, fault).deps)
  expect(await prepared([])).toEqual({})
  expect(await prepared(there, new Fault('small-face', 'Small.'))).toEqual({})
  await expect(prepared(there, new Fault('runtime', 'Long.'))).rejects.toMatchObject({
    code: 'PreparationStopped',
  })
  await expect(prepared(there, new Error('Away.'))).rejects.toThrow('Away.')
})
