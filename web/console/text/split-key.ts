/** The name of a key and the folder that it lies in, below `drop/<recipe>/` or `files/`. */
export function splitKey(key: string): { name: string; folder: string } {
  const path = key.replace(/^(?:drop\/[^/]+|files)\//, '')
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), folder: slash < 0 ? '' : path.slice(0, slash) }
}
