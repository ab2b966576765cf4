import { Command } from 'commander'
import { dataOption } from './data-option.ts'
import { type Desk, openDesk, type Place } from './desk.ts'

/** What a command found or did: for people, and with `--json` for programs. */
export type Report = { lines: string[]; json: unknown }

/** What every command at the desk is told. */
export type DeskOptions = Place & { json?: true }

type Act<Options> = (
  desk: Desk,
  given: Options & DeskOptions,
  ...operands: string[]
) => Promise<Report>

/**
 * A command that works on the stores of a service: of the local run, or with `--stack` of a deployed one. `name`
 * holds its operands as well: `show <account>`. Add its own options to what it gives.
 */
export const deskCommand = <Options = unknown>(
  name: string,
  description: string,
  act: Act<Options>,
): Command => {
  const [verb, ...operands] = name.split(' ')
  const command = new Command(verb)
  for (const operand of operands) command.argument(operand)
  return command
    .description(description)
    .option('--stack <name>', 'a deployed stack, e.g. DarkroomService (needs AWS credentials)')
    .addOption(dataOption())
    .option('--json', 'print JSON')
    .action(async (...given: unknown[]) => {
      // Commander hands over the operands, then the options, then the command.
      const options = given.at(-2) as Options & DeskOptions
      const desk = await openDesk(options)
      try {
        const { lines, json } = await act(desk, options, ...(given.slice(0, -2) as string[]))
        if (options.json) console.log(JSON.stringify(json, null, 2))
        else for (const line of lines) console.log(line)
      } finally {
        desk.close()
      }
    })
}
