/**
 * The way through places in turn, one of each, that costs least in all (dynamic programming, Bellman 1957).
 * @param costs what each place of each turn costs @param stepCost what it costs to go from one place to another
 * @param reach how many places a step may go aside at most
 * @returns the place of each turn; of several equal ways the one of the first places
 */
export function cheapestPath(
  costs: readonly ArrayLike<number>[],
  stepCost: (from: number, to: number) => number,
  reach: number = Number.POSITIVE_INFINITY,
): number[] {
  let sums = Float64Array.from(costs[0] ?? [])
  const origins: Int32Array[] = [new Int32Array(sums.length)]
  for (const turn of costs.slice(1)) {
    const next = new Float64Array(turn.length).fill(Infinity)
    const origin = new Int32Array(turn.length)
    for (let to = 0; to < turn.length; to++) {
      const end = Math.min(sums.length - 1, to + reach)
      for (let from = Math.max(0, to - reach); from <= end; from++) {
        const sum = sums[from]! + stepCost(from, to)
        if (sum < next[to]!) {
          next[to] = sum
          origin[to] = from
        }
      }
      next[to]! += turn[to]!
    }
    sums = next
    origins.push(origin)
  }
  const path = new Array<number>(costs.length)
  let place = sums.indexOf(Math.min(...sums))
  for (let n = costs.length - 1; n >= 0; n--) {
    path[n] = place
    place = origins[n]![place]!
  }
  return path
}
