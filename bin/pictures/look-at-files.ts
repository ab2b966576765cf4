import type { Recipe } from '../../catalog/recipe/shape/recipe.ts'
import { type Look, lookAtFile } from './look-at-file.ts'

/** Looks at files one by one with one engine; `looked` is told of each as it is known. */
export async function lookAtFiles(
  files: readonly { path: string; name: string }[],
  recipe: Recipe,
  looked: (line: string) => void,
): Promise<Look[]> {
  // The engine takes as long to load as everything else together.
  const { openEngine } = await import('../../engine/perform.ts')
  const engine = openEngine({})
  const looks: Look[] = []
  try {
    for (const { path, name } of files) {
      const look = await lookAtFile(path, recipe, engine)
      looks.push(look)
      looked(lineOf(name, look))
    }
  } finally {
    await engine.close()
  }
  return looks
}

function lineOf(name: string, look: Look): string {
  if (look.outcome === 'refused') return `– ${name}: refused, ${look.code}: ${look.words}`
  return look.outcome === 'done' ? `✓ ${name}: ${look.words}` : `? ${name}: ${look.words}`
}

/** How many files would come to what, in a line. */
export function countLooks(looks: readonly Look[], { onRefusal }: Recipe): string {
  const count = (wanted: Look['outcome']) =>
    looks.filter(({ outcome }) => outcome === wanted).length
  const unknown = count('unknown')
  const returns = onRefusal === 'original' ? ' and come back as they are' : ''
  const rest = unknown > 0 ? `, ${unknown} cannot be looked at here` : ''
  return `${count('done')} of ${looks.length} would be done, ${count('refused')} would be refused${returns}${rest}.`
}
