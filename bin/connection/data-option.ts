import { Option } from 'commander'

/** Where a local run keeps everything, unless it is told otherwise. */
export const DEFAULT_DATA_DIR = '.darkroom'

/** Where a local run keeps everything. Without it `findRun` finds the one that goes on. */
export function dataOption(
  does = 'folder of the local run, by default that of the one that goes on',
): Option {
  return new Option('--data <folder>', does).env('DARKROOM_DATA_DIR')
}

/** A whole number within bounds, for commander's option parser; throws naming the rule. */
export function wholeNumber(name: string, least: number, most: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new Error(`${name} must be a whole number from ${least} to ${most}.`)
  }
}
