// A turn around the flight as a video of ten seconds, which ends where it began; a picture where the browser records none.

const LOOP_MS = 10_000
const FRAMES_PER_SECOND = 30
const BITS_PER_SECOND = 8_000_000
const TYPES = ['video/mp4;codecs=avc1.4d0028', 'video/webm;codecs=vp9', 'video/webm']

interface Scene {
  canvas: HTMLCanvasElement
  /** Whose map and heights are seen. */
  credit: string
  /** Calls back after each drawing, as long as the canvas still holds it; returns a function that ends it. */
  watch: (listener: () => void) => () => void
  /** Draws the view after a share of the turn. */
  turnTo: (share: number) => void
}

export function findVideoType(): string | undefined {
  const isThere = typeof MediaRecorder === 'function' && 'captureStream' in HTMLCanvasElement.prototype
  return isThere ? TYPES.find((type) => MediaRecorder.isTypeSupported(type)) : undefined
}

export async function saveLoop(scene: Scene): Promise<void> {
  const { frame, paint } = createFrame(scene)
  const stop = scene.watch(paint)
  try {
    const type = findVideoType()
    const blob = type ? await recordTurn(scene, frame, type) : await takePicture(scene, frame)
    download(blob)
  } finally {
    stop()
  }
}

/** The view on its sky, and with what must be said of its sources: signs over it are not in it. */
function createFrame({ canvas, credit }: Scene) {
  const frame = document.createElement('canvas')
  // Even: some encoders take nothing else.
  frame.width = canvas.width & ~1
  frame.height = canvas.height & ~1
  const context = frame.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const sky = context.createLinearGradient(0, 0, 0, frame.height)
  sky.addColorStop(0, read('--relief-sky'))
  sky.addColorStop(0.6, read('--relief-haze'))
  const size = Math.max(12, frame.height / 45)
  const paint = () => {
    context.fillStyle = sky
    context.fillRect(0, 0, frame.width, frame.height)
    context.drawImage(canvas, 0, 0)
    context.font = `${size}px ${read('--font')}`
    context.fillStyle = read('--ink')
    context.textAlign = 'right'
    context.fillText(`Cloudstreet · ${credit}`, frame.width - size, frame.height - size)
  }
  return { frame, paint }
}

async function recordTurn({ turnTo }: Scene, frame: HTMLCanvasElement, type: string): Promise<Blob> {
  const recorder = new MediaRecorder(frame.captureStream(FRAMES_PER_SECOND), {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const isStopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()
  const start = performance.now()
  for (let share = 0; share < 1;) {
    const now = await nextFrame()
    share = Math.min(1, (now - start) / LOOP_MS)
    turnTo(share)
  }
  recorder.stop()
  await isStopped
  return new Blob(parts, { type })
}

async function takePicture({ turnTo }: Scene, frame: HTMLCanvasElement): Promise<Blob> {
  turnTo(0)
  // It is drawn with the next frame.
  await nextFrame()
  await nextFrame()
  return new Promise((resolve, reject) => {
    frame.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))))
  })
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

function download(blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `flight.${/^\w+\/(\w+)/.exec(blob.type)?.[1] ?? 'png'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), LOOP_MS)
}
