import type { ByRole } from '../../../../catalog/features/feature.ts'
import type { Task } from './task.ts'

/** Where what workers of one video share is kept until it is joined. */
const folderOf = (id: string): string => `segments/${id}/`

/** What the worker of a segment needs to know of the video as a whole. */
export function surveyKey(id: string, nth: number): string {
  return `${folderOf(id)}survey-${nth}`
}

/** An input file, as it was fetched when the task was begun. */
export function inputKey(id: string, role: string, at = 0): string {
  return `${folderOf(id)}${role}-${at}`
}

/** The file of one segment. */
export function segmentKey(id: string, nth: number): string {
  return `${folderOf(id)}${nth}.mp4`
}

/** The keys of the input files by role, one or a list as the task has them. */
export function inputKeys({ id, files }: Pick<Task, 'id' | 'files'>): ByRole<string> {
  const keys = Object.entries(files).map(([role, file]) => [
    role,
    Array.isArray(file) ? file.map((_, at) => inputKey(id, role, at)) : inputKey(id, role),
  ])
  return Object.fromEntries(keys)
}

/** Everything that workers of a video share; nothing where none do. */
export function sharedKeys(task: Pick<Task, 'id' | 'files' | 'shared'>): string[] {
  const { id, shared } = task
  if (!shared) return []
  const segments = Array.from({ length: shared.count }, (_, nth) => [
    surveyKey(id, nth),
    segmentKey(id, nth),
  ])
  return [...Object.values(inputKeys(task)), ...segments].flat()
}
