import { expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { inputFields } from '../../../../functions/pipeline/create-task/input-fields.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'

/** The fields of a step with these inputs, where these objects lie in the buckets. */
function fieldsOf(
  name: string,
  inputs: object,
  { there = [] as string[], prepared = {}, transfer = 'url' } = {},
) {
  const objects = memoryObjects(() => 0)
  for (const at of there) {
    const [bucket = '', key = ''] = at.split(':')
    objects.put(bucket, key, Buffer.from(key))
  }
  const step = {
    job: { id: 'job-1', source: { bucket: 'drop', key: 'drop/x/a.jpg' } },
    plan: { transfer, companionSeconds: 30 },
    step: { inputs },
    feature: findFeature(name),
  }
  const deps = {
    objects,
    provider: { upload: async ({ name: file }: { name: string }) => `id of ${file}` },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    now: () => 0,
  }
  return inputFields(step as never, prepared, deps as never)
}

const WEB = 'https://pictures.example/ref.jpg'
const plain = (url: unknown) => decodeURIComponent(String(url).split('?')[0] ?? '')

test('a URL, an object and a companion are named by their URLs', async () => {
  const { fields, sent } = await fieldsOf('cloth-v3', { ref: { url: WEB } })
  expect(fields).toEqual({ ref_file_url: WEB })
  expect(sent).toEqual([{ url: WEB }])
  const there = ['drop:recipes/b.jpg', 'drop:drop/x/a.ref.jpg']
  const fixed = await fieldsOf('cloth-v3', { ref: { object: 'recipes/b.jpg' } }, { there })
  expect(plain(fixed.fields['ref_file_url'])).toBe('memory://drop/recipes/b.jpg')
  const own = await fieldsOf('cloth-v3', { ref: { companion: '{stem}.ref.jpg' } }, { there })
  expect(plain(own.fields['ref_file_url'])).toBe('memory://drop/drop/x/a.ref.jpg')
})

test('files that are uploaded are named by their ids, and a role of none is left out', async () => {
  const inputs = { ref: { object: 'recipes/b.jpg' }, nothing: { url: WEB } }
  const there = ['drop:recipes/b.jpg']
  const { fields, sent } = await fieldsOf('cloth-v3', inputs, { there, transfer: 'upload' })
  expect(fields).toEqual({ ref_file_id: 'id of b.jpg' })
  expect(sent).toHaveLength(1)
})

test('a role of several files is a list, of which those that were prepared are taken', async () => {
  const { fields } = await fieldsOf(
    'face-swap',
    { ref: [{ url: WEB }, { object: 'recipes/b.jpg' }] },
    { there: ['results:prepared/b.jpg'], prepared: { references: { 1: 'prepared/b.jpg' } } },
  )
  const urls = fields['ref_file_urls'] as string[]
  expect(urls.map(plain)).toEqual([WEB, 'memory://results/prepared/b.jpg'])
})

test('a mask that was prepared is taken, and no reference is', async () => {
  const inputs = { srcmsk: { object: 'recipes/m.png' }, ref: { url: WEB } }
  const { fields } = await fieldsOf('2d-vto/earring', inputs, {
    there: ['results:prepared/m.png'],
    prepared: { masks: { srcmsk: 'prepared/m.png' } },
  })
  expect(plain(fields['srcmsk_file_url'])).toBe('memory://results/prepared/m.png')
})

test.each<[string, object, object, object]>([
  [
    'an object of the recipe',
    { ref: { object: 'recipes/b.jpg' } },
    {},
    { code: 'InputMissing', message: 'The recipe names recipes/b.jpg, which does not exist.' },
  ],
  [
    'a companion',
    { ref: { companion: '{stem}.ref.jpg' } },
    {},
    {
      code: 'CompanionMissing',
      message: 'drop/x/a.ref.jpg did not arrive within 30 seconds.',
    },
  ],
  [
    'a prepared file',
    { ref: { url: WEB } },
    { prepared: { references: { 0: 'prepared/b.jpg' } } },
    { code: 'InputMissing', message: 'A prepared file is not there any more.' },
  ],
])('%s that is not there is told', async (_, inputs, more, failure) => {
  await expect(fieldsOf('cloth-v3', inputs, more)).rejects.toMatchObject(failure)
})
