/** Every word of the camera's document in English. Other languages are checked against this type. */
export const en = {
  title: 'Camera',
  asking: 'The browser asks whether the camera may be used.',
  refused:
    'The browser does not give the camera: allow it for this page, or choose a file instead.',
  none: 'There is no camera on this machine; choose a file instead.',
  live: 'What the camera sees',
  taken: 'The picture that was taken',
  take: 'Take a picture',
  again: 'Take another',
  use: 'Use it',
  used: 'The page that asked has the picture; this one can be closed.',
  next: 'Other camera',
}

export type CameraWords = typeof en
