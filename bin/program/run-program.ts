import { CommanderError, type OutputConfiguration } from 'commander'
import { printable } from '../../catalog/json/unprintable.ts'
import { explainError } from './explain-error.ts'
import { makeProgram } from './make-program.ts'

/**
 * Runs the command line. What goes wrong is said in one line.
 * @param words what stands behind `darkroom`
 * @param output where it writes instead of to the process; what a command itself prints goes to the process
 * @returns the status to end with where the command line has one to give; a command may have set its own
 */
export async function runProgram(
  words: readonly string[],
  output: OutputConfiguration = {},
): Promise<number | undefined> {
  try {
    const program = await makeProgram(words, output)
    await program.parseAsync(words, { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const write = output.writeErr ?? ((text: string) => process.stderr.write(text))
    const deployed = words.some((word) => word === '--stack' || word.startsWith('--stack='))
    write(`${printable(`darkroom: ${explainError(error, deployed)}`)}\n`)
    // Most have none. One that is no fault of a program's says so by its own status.
    return (error as { exitCode?: number }).exitCode ?? 1
  }
}
