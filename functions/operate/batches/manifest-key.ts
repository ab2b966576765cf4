import { randomUUID } from 'node:crypto'

/** A new key for a manifest, which nothing else has. */
export function manifestKey(recipe: string, name: string): string {
  const timestamp = new Date().toISOString().replaceAll(':', '-')
  return `batches/${recipe}/${timestamp}-${randomUUID().slice(0, 8)}${name}`
}
