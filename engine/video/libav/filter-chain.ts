import { isAgain } from './again.ts'
import { check, END_OF_FILE, type Frame, type Native } from './native.ts'

/** Frames go in at one end and come out changed at the other. */
export type FilterChain = {
  /** `undefined` says that no more come. Gives what is ready, to be used before the next call. */
  push(frame: Frame | undefined, take: (frame: Frame) => void): void
  close(): void
}

/** Builds a chain from ffmpeg's notation. `source` describes the frames: `buffer` or `abuffer` and its arguments. */
export function openFilterChain(
  native: Native,
  source: { filter: 'buffer' | 'abuffer'; args: string },
  filters: string,
): FilterChain {
  const graph = new native.FilterGraph()
  graph.alloc()
  const make = (name: string, label: string, args: string | null) => {
    const filter = native.Filter.getByName(name)
    if (!filter) throw new Error(`This libav has no filter ${name}.`)
    return graph.createFilter(filter, label, args)
  }
  const from = make(source.filter, 'in', source.args)
  const to = make(`${source.filter}sink`, 'out', null)
  // Named from the outside: what the source gives is an open output, what the sink takes an open input.
  const outputs = endOf(native, 'in', from)
  const inputs = endOf(native, 'out', to)
  check(graph.parsePtr(filters, inputs, outputs), `Reading the filters ${filters}`)
  check(graph.configSync(), 'Connecting the filters')
  const made = new native.Frame()
  made.alloc()
  return {
    push: (frame, take) => {
      check(from.buffersrcAddFrameSync(frame ?? null, 0), 'Filtering')
      for (;;) {
        const result = to.buffersinkGetFrameSync(made)
        if (result === END_OF_FILE || isAgain(result)) return
        check(result, 'Filtering')
        take(made)
        made.unref()
      }
    },
    close: () => {
      made.free()
      graph.free()
    },
  }
}

function endOf(
  native: Native,
  name: string,
  filter: ReturnType<InstanceType<Native['FilterGraph']>['createFilter']>,
) {
  const end = new native.FilterInOut()
  end.alloc()
  end.name = name
  end.filterCtx = filter
  end.padIdx = 0
  end.next = null
  return end
}
