import { Option } from 'commander'

/** Where a local run keeps everything, unless it is told otherwise. */
export const DEFAULT_DATA_DIR = '.darkroom'

/** Where a local run keeps everything. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'folder of the local run')
    .env('DARKROOM_DATA_DIR')
    .default(DEFAULT_DATA_DIR)
}

/** A whole number within bounds, for commander's option parser; throws naming the rule. */
export function wholeNumber(name: string, least: number, most: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new Error(`${name} must be a whole number from ${least} to ${most}.`)
  }
}
