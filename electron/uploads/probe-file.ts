import { openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import type { FileProber } from '../tasks/ports.ts'
import { imageThreadPool } from '../images/image-thread-pool.ts'
import { ImageThreadError } from '../images/open-image-thread.ts'
import { fileFault, localFault } from './file-fault.ts'
import { mediaFormats, audioOnlyFormats } from './media-formats.ts'
import type { MediaFormat } from './media-formats.ts'

/**
 * Detects a file's format from its content, ignoring its name, and measures the file. A property that can't be measured is null. Returns
 * a fault only if the file can't be read.
 */
export const probeFile: FileProber = async (path) => {
  try {
    const about = await stat(path)
    if (!about.isFile()) return { ok: false, fault: localFault('file-unreadable', 'EISDIR') }
    // Throws if the file can't be read. Otherwise, an unreadable file would be treated as an unknown format.
    await (await open(path, 'r')).close()
    const { fileTypeFromBlob } = await import('file-type')
    // `fileTypeFromFile` can't be used. It loads a module that bundlers can't detect, so the module is missing from the packaged app.
    const magic = await fileTypeFromBlob(await openAsBlob(path))
    const found = Object.hasOwn(mediaFormats, magic?.ext ?? '') ? mediaFormats[magic?.ext ?? ''] : undefined
    const measured = found === undefined ? unmeasured : await measure(path, found)
    const format = measured.isSoundOnly && found !== undefined ? (audioOnlyFormats[found.format] ?? found) : found
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
  } catch (error) {
    if (error instanceof ImageThreadError) return unmeasured
    // The file is truncated, or the libraries can't decode it. The format is still known, but the dimensions and duration aren't.
    return { ...unmeasured, isTorn: isPlayable(format) || decodable.has(format) }
  }
}

/** Formats that every build of sharp decodes. If sharp can't read a file in one of these formats, the file is damaged. */
const decodable: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp', 'tiff'])
/** Formats in which several pages mean an animation. In a TIFF, they don't. */
const moving: ReadonlySet<string> = new Set(['gif', 'webp', 'avif'])

/** Measures an image as displayed, rotated according to the camera's orientation. */
async function pictureFacts(path: string, format: string): Promise<Measured> {
  const seen = await imageThreadPool.run('readMetadata', path, decodable.has(format))
  if (seen === null) return { ...unmeasured, isTorn: decodable.has(format) }
  const { width, height, pages, isWhole } = seen
  return { ...unmeasured, width, height, isAnimated: moving.has(format) && pages > 1, isTorn: isWhole === false }
}

/**
 * Measures a Windows bitmap from its header, because sharp can't read the format. A negative height means that rows are stored from top
 * to bottom.
 */
async function bitmapFacts(path: string): Promise<Pick<Measured, 'width' | 'height' | 'isTorn'>> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(26)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  if (bytesRead < head.length) return { width: null, height: null, isTorn: true }
  const isTorn = (await file.stat()).size < head.readUInt32LE(2)
  if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20), isTorn }
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)), isTorn }
}

/** True if mediabunny can open files in `format`. */
function isPlayable(format: string): boolean {
  return ['mp4', 'mov', 'webm', 'mkv', 'mp3', 'wav', 'ogg', 'opus', 'flac', 'aac', 'm4a', 'ts', '3gp', '3g2'].includes(format)
}

/** Formats without an index. To find the last frame, all frames would have to be read. */
const indexless: ReadonlySet<string> = new Set(['mp3', 'flac', 'aac'])
/** Larger MP3 and FLAC files have no duration unless their header contains one. Reading 150 MB of MP3 took 20 s on the main thread. */
const mostReadThroughBytes = 8 * 1024 * 1024

async function playableFacts(path: string, format: string): Promise<Measured> {
  const { ADTS, EncodedPacketSink, FilePathSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } =
    await import('mediabunny')
  // Mediabunny's other formats are excluded. A playlist would make mediabunny open other files and URLs.
  const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS, MPEG_TS]
  using input = new Input({ source: new FilePathSource(path, { handleUnhandledError: () => undefined }), formats })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const track = video ?? audio
  // A file with its index at the start looks complete even if truncated. Its last packet is therefore checked.
  const packetSink = track === null ? null : new EncodedPacketSink(track)
  const packet = await (indexless.has(format) ? packetSink?.getFirstPacket() : packetSink?.getPacket(Number.POSITIVE_INFINITY))
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
