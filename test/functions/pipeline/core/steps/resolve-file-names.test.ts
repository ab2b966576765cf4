import { expect, test } from 'vitest'
import { resolveFileNames } from '../../../../../functions/pipeline/core/steps/resolve-file-names.ts'

test('the indices of a recipe become the URLs and ids of the files, those of masks too', () => {
  const parameters = {
    source_info: { name: '0' },
    object_infos: [{ name: '1', mask_name: '0', parameter: { earring_scale: 2 } }, { name: '0' }],
  }
  const files = {
    src_file_url: 'https://a.com/src',
    ref_file_urls: ['https://a.com/first', 'https://a.com/second'],
    refmsk_file_ids: ['mask-id'],
  }
  const objects = [
    { name: 'https://a.com/second', mask_name: 'mask-id', parameter: { earring_scale: 2 } },
    { name: 'https://a.com/first' },
  ]
  expect(resolveFileNames(parameters, files)).toEqual({
    source_info: { name: 'https://a.com/src' },
    object_infos: objects,
  })
  const masked = { ...files, srcmsk_file_url: 'https://a.com/mask' }
  expect(resolveFileNames(parameters, masked)).toEqual({
    source_info: { name: 'https://a.com/src', mask_name: 'https://a.com/mask' },
    object_infos: objects,
  })
  expect(resolveFileNames({ version: '1.0' }, files)).toEqual({ version: '1.0' })
})
