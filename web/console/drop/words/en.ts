/** The words of the page for dropping files in English. The German ones are checked against this type. */
export const en = {
  title: 'Drop',
  under: 'Files go up only when you say so. Before that you see what becomes of each.',
  recipe: 'Recipe',
  chooseRecipe: 'Choose a recipe',
  recipeFirst: 'A recipe says what is done to your files.',
  recipesHelp: 'What each recipe does',
  noRecipes: 'There is no recipe that can be used. Make one first.',
  zone: 'Drag files or folders here, or paste them.',
  files: 'Choose files',
  folder: 'Choose a folder',
  clear: 'Clear all',
  reading: (count: string) => `Reading: ${count} files so far`,
  planning: 'Looking at what becomes of them',
  tooMany: (most: string) =>
    `More than ${most} files at once are for the command line (darkroom drop) or a batch. Nothing was taken.`,
  twice: (count: string) =>
    `${count} files of the same name were there already; the last ones count.`,
  plan: 'What will happen',
  jobs: (count: string) => (count === '1' ? '1 file becomes a job' : `${count} files become jobs`),
  nothing: 'No file becomes a job.',
  bytes: (bytes: string) => `${bytes} go up`,
  companions: (count: string) =>
    count === '1' ? '1 file belongs to another one' : `${count} files belong to others`,
  earlier: (count: string) =>
    count === '1' ? '1 was dropped before' : `${count} were dropped before`,
  again: 'Drop them anew',
  earlierStates: {
    done: 'done before',
    going: 'under way',
    refused: 'refused before',
    failed: 'failed before',
  },
  missing: (count: string) =>
    count === '1'
      ? '1 file lacks a file beside it, and is left out'
      : `${count} files lack a file beside them, and are left out`,
  incomplete: 'Drop them all the same; each job waits for its file',
  missingOf: (names: string) => `lacks ${names}`,
  supersedes: (count: string) =>
    count === '1'
      ? '1 file takes the place of another one whose job still runs'
      : `${count} files take the place of others whose jobs still run`,
  superseding: 'takes the place of one whose job runs',
  objects: (keys: string) =>
    `The recipe needs what is not in the bucket: ${keys}. Every file would fail.`,
  returns: 'Files that do not suit come back as they were dropped.',
  left: (count: string) => (count === '1' ? '1 file is left out' : `${count} files are left out`),
  leftAs: (reason: string, count: string) => `${reason} (${count})`,
  reasons: {
    hidden: 'hidden',
    empty: 'empty',
    'too-large': 'larger than may be sent',
    'name-long': 'the path is longer than a key may be',
    'name-unfit': 'the name holds what no key may hold',
    'no-media': 'no picture or video',
    'unknown-kind': 'no known kind of picture or video',
    picture: 'a picture, and this recipe works on videos',
    video: 'a video, and this recipe works on pictures',
  },
  more: (count: string) => `and ${count} more`,
  units: (least: string, most: string) =>
    least === most ? `${least} ${least === '1' ? 'unit' : 'units'}` : `${least} to ${most} units`,
  forOne: 'with one target a file',
  fewDollars: 'less than $0.01',
  dollars: (dollars: string) => `about $${dollars}`,
  minutes: (least: string, most: string) =>
    least === most ? `about ${least}` : `${least} to ${most}`,
  byJobs: (count: number) => (count === 1 ? 'by its last job' : `by its last ${count} jobs`),
  unknownCost: 'No job of this recipe has ended yet: time and dollars are not known.',
  budgetHolds: (left: string) => `The day’s budget holds it: ${left} left.`,
  budgetNot: (left: string, needs: string) =>
    `The day’s budget has ${left} left, and this may take ${needs}. Files above it wait for another day.`,
  budgetUnknown: (left: string) => `The day’s budget has ${left} left.`,
  unitsLeft: (units: string) => `${units} ${units === '1' ? 'unit' : 'units'}`,
  start: (count: string) => (count === '1' ? 'Drop 1 file' : `Drop ${count} files`),
  pause: 'Pause',
  resume: 'Go on',
  retry: (count: string) => (count === '1' ? 'Try 1 file again' : `Try ${count} files again`),
  done: (sent: string, total: string) => `${sent} of ${total} files`,
  rate: (bytes: string) => `${bytes} a second`,
  timeLeft: (time: string) => `about ${time} left`,
  paused: 'Paused',
  away: 'Nothing answers. What is left goes up as soon as something does.',
  begun: (count: string) => (count === '1' ? '1 job has begun' : `${count} jobs have begun`),
  seeJobs: 'See the jobs',
  failedHead: (count: string) =>
    count === '1' ? '1 file did not go up' : `${count} files did not go up`,
  resumeHint:
    'Closed the page in between? Choose the same files again: what is there is not sent again.',
  file: 'File',
  size: 'Size',
  fate: 'What becomes of it',
  states: {
    planned: 'becomes a job',
    waiting: 'waits',
    sending: 'goes up',
    sent: 'is there',
    failed: 'did not go up',
    changed: 'changed while it went up: choose it again',
  },
  companionOf: (name: string) => `belongs to ${name}`,
  companion: 'belongs to a file that is not among these',
  job: 'job',
  progress: 'Upload',
}

export type DropWords = typeof en
