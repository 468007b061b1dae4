/** Longer edge of a drawn tile, in pixels. */
const edge = 112
const max = 3
const step = 8

/** Draws a drag image: the first few tiles in a stack, and the number of dragged items. Returns the bytes of a PNG. */
export function createDragImage(tiles: readonly HTMLElement[], count: number): Uint8Array<ArrayBuffer> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = edge + max * step
  const pen = canvas.getContext('2d')
  if (pen !== null) {
    const shown = tiles.slice(0, max)
    // The first tile is drawn last, so that it is on top.
    shown.toReversed().forEach((tile, place) => drawTile(pen, tile, (shown.length - 1 - place) * step))
    if (count > 1) drawCount(pen, count)
  }
  return bytesOf(canvas.toDataURL('image/png'))
}

function drawTile(pen: CanvasRenderingContext2D, tile: HTMLElement, offset: number): void {
  const { width, height } = tile.getBoundingClientRect()
  const scale = edge / Math.max(width, height, 1)
  const [w, h] = [Math.max(24, width * scale), Math.max(24, height * scale)]
  pen.save()
  pen.beginPath()
  pen.roundRect(offset, offset, w, h, 4)
  pen.clip()
  pen.fillStyle = '#6b6560'
  pen.fillRect(offset, offset, w, h)
  const picture = tile.querySelector<HTMLImageElement | HTMLVideoElement>('img, video')
  const isThere = picture instanceof HTMLImageElement ? picture.complete && picture.naturalWidth > 0 : (picture?.readyState ?? 0) > 1
  if (picture !== null && isThere) pen.drawImage(picture, offset, offset, w, h)
  pen.restore()
}

function drawCount(pen: CanvasRenderingContext2D, count: number): void {
  const words = count > 999 ? '999+' : String(count)
  pen.font = '600 13px system-ui, sans-serif'
  const width = Math.max(24, pen.measureText(words).width + 14)
  pen.fillStyle = '#1f6a5c'
  pen.beginPath()
  pen.roundRect(6, 6, width, 24, 12)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(words, 6 + width / 2, 18.5)
}

function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}
