import type { Verdict } from '../judge/verdict.ts'
import type { Phase } from '../modes/mode.ts'
import type { Texts } from '../texts/words.ts'

/** The instructions that ask for a little of what the title of a step asks for whole. */
const WHOLE: Readonly<Partial<Record<Phase['title'], Verdict['instruction']>>> = {
  right: 'turnRight',
  left: 'turnLeft',
  bow: 'chinDown',
}

/** What is said to the person about a frame: one thing to do, and whom it is about where there are several. */
export function wordVerdict(
  { instruction, several }: Verdict,
  { title }: Phase,
  texts: Texts,
): string {
  const words = instruction === undefined ? texts.hold : texts.instructions[instruction]
  const asked = instruction !== undefined && instruction === WHOLE[title]
  const said = asked ? texts.titles[title] : words
  return several ? `${said}. ${texts.several}` : said
}
