/**
 * Has the memory that native libraries give back kept in the processes of tests, by variables of glibc that these and
 * their own processes inherit. Drawings and decoded pictures come and go by megabytes, which glibc else returns to the
 * system each time: to draw three people took 6.2 s of the processor, most of them for pages that were zeroed anew, and
 * takes 2.8; eight files of effects took 63, and take 49. Other systems know none of it.
 */
const KEPT: Readonly<Record<string, string>> = {
  // The most that may be: what is larger is mapped and unmapped by itself.
  MALLOC_MMAP_THRESHOLD_: String(32 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(200 * 2 ** 20),
  MALLOC_TOP_PAD_: String(64 * 2 ** 20),
}

export default function keepHeap(): void {
  Object.assign(process.env, KEPT)
}

/** The environment of a process whose memory is measured, as it has it outside of tests. */
export function withoutKeptHeap(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in KEPT)))
}
