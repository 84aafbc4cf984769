/** Reads a QR code in a picture that the person took or chose. The camera itself stays closed to the frame. */

/** Pixels: larger pictures are made smaller. */
const MAX_SIDE = 1_600
/** Milliseconds that are spent on a picture. */
const PATIENCE = 3_000
/** Characters: an `ethereum:` link is shorter. */
const MAX_TEXT = 500

interface BarcodeDetector {
  detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>
}

declare const BarcodeDetector: {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

/** @returns Nothing if there is no code, or the file is not a picture. */
export async function readCode(file: Blob): Promise<string | undefined> {
  try {
    const image = await createImageBitmap(file)
    const text = (await byBrowser(image)) ?? (await byLibrary(image))
    return text && text.length <= MAX_TEXT ? text : undefined
  } catch {
    return undefined
  }
}

/** The better one with photographs. Not in every browser. */
async function byBrowser(image: ImageBitmap): Promise<string | undefined> {
  if (!('BarcodeDetector' in globalThis)) return undefined
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined
    return (await new BarcodeDetector({ formats: ['qr_code'] }).detect(image))[0]?.rawValue
  } catch {
    // The browser has a detector, but the system service behind it is missing.
    return undefined
  }
}

async function byLibrary(image: ImageBitmap): Promise<string | undefined> {
  const { default: decode } = await import('qr/decode.js')
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
  const [width, height] = [image.width * scale, image.height * scale].map(Math.round) as [
    number,
    number,
  ]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return decode({ width, height, data }, { timeLimit: PATIENCE })
}
