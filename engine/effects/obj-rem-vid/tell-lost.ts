/**
 * What is said of frames in which an object was not found, or only a part of it, for instance behind a tree or as it
 * came out from behind it; undefined where there are none.
 * @param lost their numbers, in order
 */
export function tellLost(lost: readonly number[]): string | undefined {
  const runs: { from: number; to: number }[] = []
  for (const at of lost) {
    const last = runs.at(-1)
    if (last && last.to >= at - 1) last.to = at
    else runs.push({ from: at, to: at })
  }
  if (runs.length === 0) return undefined
  const named = runs.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`))
  const list = new Intl.ListFormat('en').format(named)
  return (
    `The object, or a large part of it, was not found in ${lost.length === 1 ? 'frame' : 'frames'} ${list} of the ` +
    'result, counted from 0: where nothing hides it, it is still seen there.'
  )
}
