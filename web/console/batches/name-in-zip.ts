/** Names that no file may have on some system, and what would lead out of the folder that is unpacked into. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNFIT = /[\u0000-\u001f\u007f<>:"|?*\\\u202a-\u202e\u2066-\u2069]/g

/** What a result is called in an archive: the folder of its source, and its own name, once each. */
export function nameInZip(
  { source, name }: { source: string; name: string },
  taken: Set<string>,
): string {
  const folder = source
    .replace(/^(?:drop\/[^/]+|files)\//, '')
    .split('/')
    .slice(0, -1)
  const safe = [...folder, name]
    .map((part) => part.replace(UNFIT, '_'))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const path = safe.join('/') || 'result'
  const dot = path.lastIndexOf('.')
  const [stem, ending] =
    dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, '']
  let free = path
  for (let number = 2; taken.has(free.toLowerCase()); number++)
    free = `${stem} (${number})${ending}`
  taken.add(free.toLowerCase())
  return free
}
