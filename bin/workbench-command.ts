import { Command } from 'commander'
import { dataOption } from './data-option.ts'
import type { Report } from './desk-command.ts'
import { openWorkbench, type Workbench } from './workbench.ts'

type Place = { stack?: string; data: string; json?: true }

/**
 * A command that works on the pipeline of the local run, or with `--stack` of a deployed one. `name` holds its
 * operands as well: `show <name>`. Add its own options to what it gives.
 */
export const workbenchCommand = <Options = unknown>(
  name: string,
  description: string,
  act: (bench: Workbench, given: Options & Place, ...operands: string[]) => Promise<Report>,
): Command => {
  const [verb, ...operands] = name.split(' ')
  const command = new Command(verb)
  for (const operand of operands) command.argument(operand)
  return command
    .description(description)
    .option('--stack <name>', 'a deployed stack, e.g. DarkroomPipeline (needs AWS credentials)')
    .addOption(dataOption())
    .option('--json', 'print JSON')
    .action(async (...given: unknown[]) => {
      // Commander hands over the operands, then the options, then the command.
      const options = given.at(-2) as Options & Place
      const bench = await openWorkbench(options)
      try {
        const { lines, json } = await act(bench, options, ...(given.slice(0, -2) as string[]))
        if (options.json) console.log(JSON.stringify(json, null, 2))
        else for (const line of lines) console.log(line)
      } finally {
        bench.close()
      }
    })
}
