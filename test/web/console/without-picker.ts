/** Takes the picker of files away, which nobody can answer in a test: archives then come as downloads. */
export const WITHOUT_PICKER =
  "Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined })"
