const BLOCK = /(<!-- made: ([\w /-]+) -->\n)[\s\S]*?(<!-- end -->)/g

/** Names of the blocks of a page, in its order. */
export function blocksOf(page: string): string[] {
  return [...page.matchAll(BLOCK)].map(([, , name = '']) => name)
}

/** Puts what `make` gives for its name into each block of a page; the rest is people's own writing. */
export function fillBlocks(page: string, make: (name: string) => string): string {
  return page.replace(
    BLOCK,
    (_, start: string, name: string, end: string) => `${start}\n${make(name)}\n\n${end}`,
  )
}
