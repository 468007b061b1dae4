import { openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
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
    const { fileTypeFromBlob } = await import('file-type')
    // Not `fileTypeFromFile`: it loads a module by a name that no bundler sees, which is not there in the packaged app.
    const magic = await fileTypeFromBlob(await openAsBlob(path))
    const found = Object.hasOwn(mediaFormats, magic?.ext ?? '') ? mediaFormats[magic?.ext ?? ''] : undefined
    const measured = found === undefined ? unmeasured : await measure(path, found)
    const format = measured.isSoundOnly && found !== undefined ? (soundOnly[found.format] ?? found) : found
    const facts = factsOf(path, about.size, about.mtimeMs, format, measured)
    return { ok: true, facts: magic?.ext === 'apng' ? { ...facts, isAnimated: true } : facts }
  } catch (error) {
    return { ok: false, fault: fileFault(error) }
  }
}

type Measured = Pick<MediaFacts, 'width' | 'height' | 'durationInSeconds' | 'hasSound' | 'isAnimated' | 'isTorn'> & {
  readonly isSoundOnly: boolean
}
const unmeasured: Measured = {
  width: null,
  height: null,
  durationInSeconds: null,
  hasSound: null,
  isAnimated: false,
  isTorn: false,
  isSoundOnly: false
}

function factsOf(path: string, bytes: number, mtimeMs: number, format: MediaFormat | undefined, measured: Measured): MediaFacts {
  const { isSoundOnly: _, ...found } = measured
  return {
    name: basename(path),
    bytes,
    modifiedAt: Math.floor(mtimeMs),
    medium: format?.medium ?? null,
    format: format?.format ?? null,
    contentType: format?.contentType ?? 'application/octet-stream',
    ...found
  }
}

async function measure(path: string, { medium, format }: MediaFormat): Promise<Measured> {
  try {
    if (format === 'bmp') return { ...unmeasured, ...(await bitmapFacts(path)) }
    if (medium === 'image') return await pictureFacts(path, format)
    return medium === 'model' || !isPlayable(format) ? unmeasured : await playableFacts(path, format)
  } catch {
    // Torn, or of a kind that the libraries do not decode: what it is still holds, how big it is stays unknown.
    return { ...unmeasured, isTorn: isPlayable(format) || decodable.has(format) }
  }
}

/** Formats that every build of the picture library decodes: one of these that it cannot read is damaged. */
const decodable: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp', 'tiff'])
/** Those whose several pictures follow one another in time; the pages of a TIFF do not. */
const moving: ReadonlySet<string> = new Set(['gif', 'webp', 'avif'])
/** Larger pictures are not decoded to see whether they are whole: 100 megapixels take a second. */
const mostDecodedPixels = 100_000_000

/** As it is shown: turned the way its camera says. */
async function pictureFacts(path: string, format: string): Promise<Measured> {
  const { default: sharp } = await import('sharp')
  const about = await sharp(path, { limitInputPixels: maxPixels }).metadata()
  const { width, height } = about.autoOrient
  const isDecoded = decodable.has(format) && width * height <= mostDecodedPixels
  const isTorn = isDecoded && !(await canBeDecoded(path))
  return { ...unmeasured, width, height, isAnimated: moving.has(format) && (about.pages ?? 1) > 1, isTorn }
}

async function canBeDecoded(path: string): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  try {
    await sharp(path, { failOn: 'truncated', sequentialRead: true, limitInputPixels: maxPixels })
      .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}

/** Windows bitmaps, which sharp does not read: width and height stand in the header, a negative height means "from the top". */
async function bitmapFacts(path: string): Promise<Pick<Measured, 'width' | 'height' | 'isTorn'>> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(26)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  if (bytesRead < head.length) return { width: null, height: null, isTorn: true }
  const isTorn = (await file.stat()).size < head.readUInt32LE(2)
  if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20), isTorn }
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)), isTorn }
}

/** Containers that mediabunny opens. */
function isPlayable(format: string): boolean {
  return ['mp4', 'mov', 'webm', 'mkv', 'mp3', 'wav', 'ogg', 'flac', 'aac', 'm4a', 'ts', '3gp', '3g2'].includes(format)
}

/** Rows of frames without an index: to come to the last one, all of them are read. */
const indexless: ReadonlySet<string> = new Set(['mp3', 'flac', 'aac'])
/** Larger ones whose header tells no length are not read through for it: 150 MB of MP3 took 20 s on the main thread. */
const mostReadThroughBytes = 8 * 1024 * 1024

async function playableFacts(path: string, format: string): Promise<Measured> {
  const { ADTS, EncodedPacketSink, FilePathSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } =
    await import('mediabunny')
  // Not every format that the library knows: a playlist would make it open other files and addresses.
  const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS, MPEG_TS]
  using input = new Input({ source: new FilePathSource(path, { handleUnhandledError: () => undefined }), formats })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const track = video ?? audio
  // A file whose index stands first looks whole however much of the rest is missing: its last packet tells.
  const lookAt = track === null ? null : new EncodedPacketSink(track)
  const packet = await (indexless.has(format) ? lookAt?.getFirstPacket() : lookAt?.getPacket(Number.POSITIVE_INFINITY))
  const isTooLong = (format === 'mp3' || format === 'flac') && (await stat(path)).size > mostReadThroughBytes
  const durationInSeconds = (await input.getDurationFromMetadata()) ?? (isTooLong ? 0 : await input.computeDuration())
  return {
    width: video === null ? null : await video.getDisplayWidth(),
    height: video === null ? null : await video.getDisplayHeight(),
    durationInSeconds: Number.isFinite(durationInSeconds) && durationInSeconds > 0 ? durationInSeconds : null,
    hasSound: video === null ? null : audio !== null,
    isAnimated: false,
    isTorn: (packet ?? null) === null,
    isSoundOnly: video === null && audio !== null
  }
}
