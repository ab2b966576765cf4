type Files = Record<string, string | string[]>
type ObjectInfo = { name: string; mask_name?: string; parameter: unknown }

/**
 * Replaces file indices in the parameters with the URLs or ids of the files in this request, which virtual try-ons
 * repeat there. A recipe uses indices from 0, because URLs and ids are not known when it is written.
 */
export function resolveFileNames(
  parameters: Record<string, unknown>,
  files: Files,
): Record<string, unknown> {
  const infos = parameters['object_infos']
  if (!Array.isArray(infos)) return parameters
  const name = (role: string, index: string): string => {
    const names = [files[`${role}_file_url`] ?? files[`${role}_file_urls`] ?? []].flat()
    const ids = [files[`${role}_file_id`] ?? files[`${role}_file_ids`] ?? []].flat()
    return [...names, ...ids][Number(index)] ?? index
  }
  return {
    ...parameters,
    source_info: {
      name: name('src', '0'),
      ...(Object.keys(files).some((field) => field.startsWith('srcmsk_')) && {
        mask_name: name('srcmsk', '0'),
      }),
    },
    object_infos: (infos as ObjectInfo[]).map(({ name: index, mask_name: mask, parameter }) => ({
      name: name('ref', index),
      ...(mask !== undefined && { mask_name: name('refmsk', mask) }),
      parameter,
    })),
  }
}
