import { Option } from 'commander'

/** Where a local run keeps everything. */
export const dataOption = (): Option =>
  new Option('--data <folder>', 'folder of the local run')
    .env('DARKROOM_DATA_DIR')
    .default('.darkroom')

/** A whole number within bounds, for commander's option parser; throws naming the rule. */
export const wholeNumber =
  (name: string, least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new Error(`${name} must be a whole number from ${least} to ${most}.`)
  }
