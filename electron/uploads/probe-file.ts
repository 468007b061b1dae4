import { openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileTypeFromBlob } from 'file-type'
import type { MediaFacts } from '../../shared/media-facts.ts'
import type { ProbeFile } from '../core/ports.ts'
import { fileFault, localFault } from './file-fault.ts'
import { mediaFormats, soundOnly } from './media-formats.ts'
import type { MediaFormat } from './media-formats.ts'

/** Images of more pixels than this are not measured: 30,000 x 30,000. */
const maxPixels = 900_000_000

/** Says what a file is by its bytes: its name is not asked. What cannot be measured is null; only a file that cannot be read is a fault. */
export const probeFile: ProbeFile = async (path) => {
  try {
    const about = await stat(path)
    if (!about.isFile()) return { ok: false, fault: localFault('file-unreadable', 'EISDIR') }
    // Tells a file that may not be read from one of an unknown kind.
    await (await open(path, 'r')).close()
    // Not `fileTypeFromFile`: it loads a module by a name that no bundler sees, which is not there in the packaged app.
    const magic = await fileTypeFromBlob(await openAsBlob(path))
    const found = Object.hasOwn(mediaFormats, magic?.ext ?? '') ? mediaFormats[magic?.ext ?? ''] : undefined
    const measured = found === undefined ? unmeasured : await measure(path, found)
    const format = measured.isSoundOnly && found !== undefined ? (soundOnly[found.format] ?? found) : found
    return { ok: true, facts: factsOf(path, about.size, about.mtimeMs, format, measured) }
  } catch (error) {
    return { ok: false, fault: fileFault(error) }
  }
}

type Measured = {
  readonly width: number | null
  readonly height: number | null
  readonly durationInSeconds: number | null
  readonly isSoundOnly: boolean
}
const unmeasured: Measured = { width: null, height: null, durationInSeconds: null, isSoundOnly: false }

function factsOf(path: string, bytes: number, mtimeMs: number, format: MediaFormat | undefined, measured: Measured): MediaFacts {
  return {
    name: basename(path),
    bytes,
    modifiedAt: Math.floor(mtimeMs),
    medium: format?.medium ?? null,
    format: format?.format ?? null,
    contentType: format?.contentType ?? 'application/octet-stream',
    width: measured.width,
    height: measured.height,
    durationInSeconds: measured.durationInSeconds
  }
}

async function measure(path: string, { medium, format }: MediaFormat): Promise<Measured> {
  try {
    if (format === 'bmp') return { ...unmeasured, ...(await bitmapSize(path)) }
    if (medium === 'image') return { ...unmeasured, ...(await pictureSize(path)) }
    return medium === 'model' ? unmeasured : await playableFacts(path)
  } catch {
    // Torn, or of a kind that the libraries do not decode: what it is still holds, how big it is stays unknown.
    return unmeasured
  }
}

/** As it is shown: turned the way its camera says. */
async function pictureSize(path: string): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  const { autoOrient } = await sharp(path, { limitInputPixels: maxPixels }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Windows bitmaps, which sharp does not read: width and height stand in the header, a negative height means "from the top". */
async function bitmapSize(path: string): Promise<{ width: number | null; height: number | null }> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(26)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  if (bytesRead < head.length) return { width: null, height: null }
  if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
}

async function playableFacts(path: string): Promise<Measured> {
  const { ADTS, FilePathSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } = await import('mediabunny')
  // Not every format that the library knows: a playlist would make it open other files and addresses.
  const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS, MPEG_TS]
  using input = new Input({ source: new FilePathSource(path, { handleUnhandledError: () => undefined }), formats })
  const video = await input.getPrimaryVideoTrack()
  const audio = video === null ? await input.getPrimaryAudioTrack() : null
  const durationInSeconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  return {
    width: video === null ? null : await video.getDisplayWidth(),
    height: video === null ? null : await video.getDisplayHeight(),
    durationInSeconds: Number.isFinite(durationInSeconds) && durationInSeconds > 0 ? durationInSeconds : null,
    isSoundOnly: video === null && audio !== null
  }
}
