/** The content types of results by the extension of their keys. A worker can store nothing else. */
export const RESULT_KINDS = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' } as const

export type ResultExtension = keyof typeof RESULT_KINDS

/** The key of a task's result, which depends on nothing but the task: another attempt replaces the object. */
export function resultKey(id: string, extension: ResultExtension): string {
  return `results/${id}/result.${extension}`
}
