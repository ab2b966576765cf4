// Takes a picture, sends it to this page's own server, which holds the key of the service, and shows what comes back.

const byId = (id) => document.getElementById(id)

function say(text) {
  byId('state').textContent = text
}

function show(id, picture) {
  byId(id).src = URL.createObjectURL(picture)
  byId(id).hidden = false
}

async function simulate(picture) {
  CameraKit.close()
  show('before', picture)
  say('Working …')
  const response = await fetch('simulate', { method: 'POST', body: picture })
  if (!response.ok) throw new Error(await response.text())
  show('after', await response.blob())
  say('Done.')
}

window.CameraKitAsyncInit = () => {
  CameraKit.addEventListener('faceDetectionCaptured', ({ images }) => {
    simulate(images[0].image).catch((error) => say(error.message))
  })
  CameraKit.addEventListener('cameraFailed', (code, { message }) => say(`${code}: ${message}`))
  byId('start').addEventListener('click', () => {
    CameraKit.init({ faceDetectionMode: 'skincare', imageFormat: 'blob' })
    CameraKit.openCameraKit()
  })
}
