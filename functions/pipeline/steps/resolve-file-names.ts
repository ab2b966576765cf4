type Files = Record<string, string | string[]>
type ObjectInfo = { name: string; mask_name?: string; parameter: unknown }

/**
 * Parameters that repeat the names of files, as try-ons do, with the names the files go by in this request. A recipe
 * counts the files from 0, because what they will be called is not known when it is written.
 */
export function resolveFileNames(
  parameters: Record<string, unknown>,
  files: Files,
): Record<string, unknown> {
  const infos = parameters['object_infos']
  if (!Array.isArray(infos)) return parameters
  const name = (role: string, place: string): string => {
    const names = [files[`${role}_file_url`] ?? files[`${role}_file_urls`] ?? []].flat()
    const ids = [files[`${role}_file_id`] ?? files[`${role}_file_ids`] ?? []].flat()
    return [...names, ...ids][Number(place)] ?? place
  }
  return {
    ...parameters,
    source_info: { name: name('src', '0') },
    object_infos: (infos as ObjectInfo[]).map(({ name: place, mask_name: mask, parameter }) => ({
      name: name('ref', place),
      ...(mask !== undefined && { mask_name: name('refmsk', mask) }),
      parameter,
    })),
  }
}
